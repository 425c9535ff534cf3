import { expect, test } from 'vitest'
import { HASH_COST, hashSlowly, matchesSlowHash, nobodysHash } from './argon2.ts'

const CHEAP = { memory: 8, passes: 1, parallelism: 1 }

test('a hash is an Argon2id PHC string of at least 19 MiB and two passes, never the same twice', async () => {
  const [one, two] = await Promise.all([
    hashSlowly('Adire2026', HASH_COST),
    hashSlowly('Adire2026', HASH_COST),
  ])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  expect(one).not.toBe(two)
})

test('only its own secret matches, to the last character', async () => {
  const long = `Aa1${'x'.repeat(125)}`
  const hash = await hashSlowly(long, HASH_COST)
  expect(await matchesSlowHash(long, hash)).toBe(true)
  expect(await matchesSlowHash(long.slice(0, -1), hash)).toBe(false)
  expect(await matchesSlowHash(`${long.slice(0, -1)}y`, hash)).toBe(false)
})

test('a letter typed composed or decomposed is the same letter', async () => {
  const hash = await hashSlowly('Ìbàdàn-2026'.normalize('NFC'), HASH_COST)
  expect(await matchesSlowHash('Ìbàdàn-2026'.normalize('NFD'), hash)).toBe(true)
})

test('a known hash of another program is accepted', async () => {
  const reference = '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4'
  expect(await matchesSlowHash('password', reference)).toBe(true)
})

test("nothing matches nobody's hash", async () => {
  expect(await matchesSlowHash('', nobodysHash(HASH_COST))).toBe(false)
})

test('of too many at once some are refused and all others complete', async () => {
  const all = await Promise.allSettled(Array.from({ length: 70 }, () => hashSlowly('Adire2026', CHEAP)))
  const refused = all.filter((one) => one.status === 'rejected')
  expect(all.length - refused.length).toBeGreaterThanOrEqual(51)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.map((one) => one.reason.code)).toEqual(refused.map(() => 'UNAVAILABLE'))
  await expect(hashSlowly('Adire2026', CHEAP)).resolves.toContain('$argon2id$')
})
