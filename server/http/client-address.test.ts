import { expect, test } from 'vitest'
import { openShopScene } from '#test/support/shop-scene.ts'
import { callerNetwork } from './client-address.ts'

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['192.0.2.7:50123', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:c000:207', '192.0.2.7'],
  ['64:ff9b::192.0.2.7', '192.0.2.7'],
  ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['2001:db8::2:0:0:0:1', '2001:db8:0:2::/64'],
  ['[2001:db8:1:2::6]:50123', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('a caller from %s counts as %s', (address, network) => {
  expect(callerNetwork(address)).toBe(network)
})

test.each(['', 'unknown', '192.0.2.256', '2001:db8:::1', '1:2:3:4:5:6:7:8:9'])(
  '%j is not an address',
  (text) => {
    expect(callerNetwork(text)).toBeUndefined()
  },
)

const shop = openShopScene()

/** How many payment status requests are let through, each from the next of these addresses. */
async function countLetThrough(addresses: readonly string[], trustProxy: number): Promise<number> {
  shop.settings.trustProxy = trustProxy
  let count = 0
  for (const [index, address] of addresses.entries()) {
    const { status } = await shop.request(`/api/payment/verify/unknown-${index}`, {
      headers: { 'x-forwarded-for': address },
    })
    if (status !== 429) count += 1
  }
  return count
}

const LOOKS_MAX = 300
const manyAddresses = (name: (index: number) => string) =>
  Array.from({ length: LOOKS_MAX + 20 }, (_, i) => name(i))

test('all addresses of one IPv6 network are one caller, and the next network is another', async () => {
  const addresses = manyAddresses((index) => `2001:db8:0:7:${index.toString(16)}::1`)
  expect(await countLetThrough(addresses, 1)).toBe(LOOKS_MAX)
  expect(await countLetThrough(['2001:db8:0:8::1'], 1)).toBe(1)
})

test('a made-up value in place of an address does not count as a new caller', async () => {
  expect(
    await countLetThrough(
      manyAddresses((index) => `nonsense-${index}`),
      1,
    ),
  ).toBe(LOOKS_MAX)
})
