import { z } from 'zod'
import { isVisible, withoutInvisibleMarks } from '../invisible-marks.ts'

const EMAIL_MAX_CHARS = 254
const NAME_MAX_CHARS = 100

/** Text that may have been pasted: without the marks that came along unseen, and without spaces around it. */
export const pastedText = (required: string) =>
  z.string({ error: required }).overwrite(withoutInvisibleMarks).trim()

/** The result is in lower case: one mailbox is one account. */
export const emailText = ({ required, invalid }: { required: string; invalid: string }) =>
  pastedText(required)
    .min(1, required)
    .max(EMAIL_MAX_CHARS, invalid)
    .pipe(z.email({ error: invalid }).toLowerCase())
    .meta({ format: 'email' })

/** Control characters, line and paragraph separators. */
const NOT_IN_A_NAME = /[\p{Cc}\p{Zl}\p{Zp}]/u

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
  pastedText('Full name is required')
    .min(1, 'Full name is required')
    .refine((name) => isVisible(name), 'Full name is required')
    .min(minChars, tooShort)
    .refine((name) => isVisible(name, minChars), tooShort)
    .max(NAME_MAX_CHARS, tooLong(NAME_MAX_CHARS))
    .refine((name) => !NOT_IN_A_NAME.test(name), 'Name must be on one line')
