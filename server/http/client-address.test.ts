import { expect, test } from 'vitest'
import { recentTries } from '#server/db/schema/shop.ts'
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

async function isLetThrough(address: string): Promise<boolean> {
  const headers = { 'x-forwarded-for': address }
  return (await shop.request('/api/payment/verify/unknown', { headers })).status !== 429
}

const LOOKS_MAX = 300

test.each([
  ['another address of an IPv6 network', '2001:db8:0:7::1', '2001:db8:0:7:ffff::1', false],
  ['an address of the next network', '2001:db8:0:7::1', '2001:db8:0:8::1', true],
  ['another made-up value in place of an address', 'nonsense', 'other nonsense', false],
])('after the last look of one caller comes %s', async (_, first, second, expected) => {
  await shop.db.delete(recentTries)
  shop.settings.trustProxy = 1
  expect(await isLetThrough(first)).toBe(true)
  const triedAtMs = Array.from({ length: LOOKS_MAX }, () => shop.clock.now)
  await shop.db.update(recentTries).set({ triedAtMs })
  expect(await isLetThrough(first)).toBe(false)
  expect(await isLetThrough(second)).toBe(expected)
})
