import { userInfo } from 'node:os'
import { expect, test } from 'vitest'
import { systemUser } from './commands.ts'

test('whoever gives a command is called by the account, or by its number where it has no name', () => {
  expect(systemUser()).toBe(userInfo().username)
  const nameless = () => {
    throw new Error('uv_os_get_passwd returned ENOENT (no such file or directory)')
  }
  expect(systemUser(nameless)).toBe(`user ${process.getuid?.()}`)
})
