import { expect, test } from 'vitest'
import { z } from 'zod'
import { readPayload } from './outbox.ts'

test('the error of an invalid payload names the kind and the fields, never their values', () => {
  const schema = z.object({ code: z.string().min(1), isReplaced: z.boolean() })
  const payload = { code: '', isReplaced: 'secret' }
  expect(() => readPayload({ kind: 'verify_email', payload }, schema)).toThrow(
    /^The payload of a mail verify_email is invalid: code, isReplaced$/,
  )
})
