import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SAME_CASES } from '#test/support/property.ts'
import { loginAddress, readReturnPath } from './return-path.ts'

describe('the return path of a login', () => {
  test.each(['/orders', '/orders/abc', '/products?color=Black,Navy&page=2', '/checkout#pay'])(
    '%s is kept',
    (path) => {
      expect(readReturnPath(path)).toBe(path)
    },
  )

  test.each([
    'https://evil.example/orders',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    'javascript:alert(1)',
    'orders',
    '',
    undefined,
    ['/orders'],
  ])('%j is rejected', (wanted) => {
    expect(readReturnPath(wanted)).toBeUndefined()
  })

  test.each(['/', '/home', '/login', '/login/', '/login?next=/orders', '/signup', '/reset-password'])(
    '%s is not a return path',
    (path) => {
      expect(readReturnPath(path)).toBeUndefined()
    },
  )

  test('every accepted path stays on this origin', () => {
    const part = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      ':',
      '@',
      '?',
      '#',
      '\t',
      '\n',
      'evil.example',
      'http:',
      'a',
      '%2f',
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const path = readReturnPath(`/${parts.join('')}`)
        if (path === undefined) return
        expect(new URL(path, 'https://shop.example/login').origin).toBe('https://shop.example')
      }),
      { ...SAME_CASES, numRuns: 2_000 },
    )
  })

  test('the login address carries it', () => {
    expect(loginAddress('/orders/abc')).toBe('/login?next=%2Forders%2Fabc')
    expect(loginAddress('/')).toBe('/login')
    expect(loginAddress('//evil.example')).toBe('/login')
  })
})
