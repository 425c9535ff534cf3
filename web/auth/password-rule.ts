import { PASSWORD_MIN_CHARS } from '#shared/limits.ts'

/** What the contract asks of a new password, said before it is typed. */
export const PASSWORD_RULE = `At least ${PASSWORD_MIN_CHARS} characters, with an uppercase letter, a lowercase letter and a number.`
