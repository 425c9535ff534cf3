import { expect, test } from 'vitest'
import { seal, unseal } from './seal.ts'

const SECRET = 'a secret for tests only, long enough to pass'

test('only the same secret and purpose open what was sealed, unaltered', () => {
  const sealed = seal(SECRET, 'authenticator', 'JBSWY3DPEHPK3PXP ₦')
  expect(sealed).not.toBe(seal(SECRET, 'authenticator', 'JBSWY3DPEHPK3PXP ₦'))
  expect(unseal(SECRET, 'authenticator', sealed)).toBe('JBSWY3DPEHPK3PXP ₦')
  expect(unseal(`${SECRET}!`, 'authenticator', sealed)).toBeUndefined()
  expect(unseal(SECRET, 'response', sealed)).toBeUndefined()
  const bytes = Buffer.from(sealed, 'base64url')
  for (const at of [0, 12, bytes.length - 1]) {
    const altered = Buffer.from(bytes)
    altered[at] = (altered[at] ?? 0) ^ 1
    expect(unseal(SECRET, 'authenticator', altered.toString('base64url'))).toBeUndefined()
  }
  for (const cut of ['', 'x', sealed.slice(0, 20)])
    expect(unseal(SECRET, 'authenticator', cut)).toBeUndefined()
})
