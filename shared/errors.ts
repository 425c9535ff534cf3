/** The closed list of expected failures: code → HTTP status. Any other failure is a bug and responds with 500. */
export const ERROR_STATUS = {
  VALIDATION: 400,
  MALFORMED_JSON: 400,
  INVALID_OTP: 400,
  /** The admin: a one-time link that was opened before, or is too old. */
  INVALID_LINK: 400,
  UNAUTHORIZED: 401,
  INVALID_CREDENTIALS: 401,
  INVALID_SIGNATURE: 401,
  FORBIDDEN: 403,
  EMAIL_NOT_VERIFIED: 403,
  /** The admin: a passkey or a second factor must be set up first. */
  ENROLMENT_NEEDED: 403,
  /** The admin: the second factor is asked for once more. */
  FRESH_SIGN_IN_NEEDED: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  EMAIL_TAKEN: 409,
  PASSWORD_NEEDED: 409,
  ALREADY_REVIEWED: 409,
  /** The admin: the password was right, a code of the authenticator is needed too. */
  SECOND_FACTOR_NEEDED: 409,
  /** The admin: somebody else has changed what was shown; `details` has it as it is now. */
  CHANGED_MEANWHILE: 409,
  /** The admin: the present state does not allow it; the message says why. */
  REFUSED: 409,
  PRICE_CHANGED: 409,
  OUT_OF_STOCK: 409,
  ALREADY_PAID: 409,
  CHECKOUT_BUSY: 409,
  BODY_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  WORK_NEEDED: 428,
  RATE_LIMITED: 429,
  PROVIDER_FAILED: 502,
  UNAVAILABLE: 503,
  INTERNAL: 500,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS

/**
 * The body of every error response. `details` carries what the client needs to act: fresh cart lines, a paid order's
 * reference.
 */
export type ErrorBody = {
  message: string
  code: ErrorCode
  fields?: Record<string, string>
  details?: unknown
}

/**
 * An expected failure, thrown where it is detected and turned into a response by the one error handler. `message` is fit
 * to show to a shopper.
 */
export class ShopError extends Error {
  readonly code: ErrorCode
  readonly fields: Record<string, string> | undefined
  readonly details: unknown
  readonly retryAfterS: number | undefined

  constructor(
    code: ErrorCode,
    message: string,
    extra: { fields?: Record<string, string>; details?: unknown; retryAfterS?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: extra.cause })
    this.name = 'ShopError'
    this.code = code
    this.fields = extra.fields
    this.details = extra.details
    this.retryAfterS = extra.retryAfterS
  }
}
