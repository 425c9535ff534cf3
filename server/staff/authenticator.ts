import { Secret, TOTP } from 'otpauth'
import { OTP_DIGITS } from '#shared/limits.ts'
import { shop } from '#shop.config'

const PERIOD_S = 30
const SECRET_BYTES = 20
/** Steps before and after: phones' clocks differ, and typing takes a while. */
const WINDOW = 1

/** A secret for an authenticator app, as it is typed. */
export function makeSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32
}

const totpOf = (secret: string, label: string) =>
  new TOTP({
    issuer: shop.brand,
    label,
    secret: Secret.fromBase32(secret),
    digits: OTP_DIGITS,
    period: PERIOD_S,
  })

/** The otpauth: address that a QR code holds. */
export function authenticatorUri(secret: string, email: string): string {
  return totpOf(secret, email).toString()
}

/** The time step whose code this is, within one step of now; undefined for a wrong code. */
export function stepOfCode(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime()
  const totp = totpOf(secret, '')
  const delta = totp.validate({ token: code, timestamp, window: WINDOW })
  return delta === null ? undefined : totp.counter({ timestamp }) + delta
}
