import { expect, test } from 'vitest'
import { Refusal } from '#server/refusal.ts'
import { plainFileError } from './line-file.ts'

const errorOf = (code: string) => Object.assign(new Error('raw'), { code })

test.each([
  ['ENOENT', 'read', 'There is no file /a/b.'],
  ['EISDIR', 'read', '/a/b is a folder. Name a file.'],
  ['ENOTDIR', 'written', '/a/b cannot be written: a part of its path is a file, not a folder.'],
  ['EACCES', 'read', '/a/b cannot be read: this account has no permission.'],
  ['EPERM', 'written', '/a/b cannot be written: this account has no permission.'],
  ['EROFS', 'written', '/a/b cannot be written: its disk is read-only.'],
  ['ENOSPC', 'written', '/a/b cannot be written: its disk is full.'],
] as const)('%s becomes a sentence that names the file', (code, use, sentence) => {
  const plain = plainFileError(errorOf(code), '/a/b', use)
  expect(plain).toBeInstanceOf(Refusal)
  expect(plain).toMatchObject({ message: sentence })
})

test('other errors stay as they are', () => {
  const error = errorOf('EIO')
  expect(plainFileError(error, '/a/b', 'read')).toBe(error)
})
