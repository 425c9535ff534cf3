import { z } from 'zod'

const EMAIL_MAX_CHARS = 254
const NAME_MAX_CHARS = 100

/** The result is in lower case: one mailbox is one account. */
export const emailText = ({ required, invalid }: { required: string; invalid: string }) =>
  z
    .string({ error: required })
    .trim()
    .min(1, required)
    .max(EMAIL_MAX_CHARS, invalid)
    .pipe(z.email({ error: invalid }).toLowerCase())
    .meta({ format: 'email' })

/** Control characters, line and paragraph separators, and the controls that reverse the text around them. */
const NOT_IN_A_NAME = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{C}\p{Z}]/gu

const isVisible = (text: string, minChars: number) => [...text.replace(INVISIBLE, '')].length >= minChars

/** A person's name. Only visible characters count towards its minimum. */
export const nameText = ({
  minChars,
  tooShort,
  tooLong,
}: {
  minChars: number
  tooShort: string
  tooLong: (maxChars: number) => string
}) =>
  z
    .string({ error: 'Full name is required' })
    .trim()
    .min(1, 'Full name is required')
    .refine((name) => isVisible(name, 1), 'Full name is required')
    .min(minChars, tooShort)
    .refine((name) => isVisible(name, minChars), tooShort)
    .max(NAME_MAX_CHARS, tooLong(NAME_MAX_CHARS))
    .refine((name) => !NOT_IN_A_NAME.test(name), 'Name must be on one line')
