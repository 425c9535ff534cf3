import { needsSecondFactor, type Role } from '#shared/contract/permission.ts'

/** What a member has set up for signing in. */
export type WaysIn = { hasPassword: boolean; hasAuthenticator: boolean; hasPasskey: boolean }

/** A passkey is both factors. On a loopback address a password is enough for everyone. */
export function canSignIn(role: Role, ways: WaysIn, { isLoopback }: { isLoopback: boolean }): boolean {
  if (ways.hasPasskey) return true
  return ways.hasPassword && (ways.hasAuthenticator || isLoopback || !needsSecondFactor(role))
}

/** Whether nothing but one's own account may be used yet. On a loopback address it may be put off. */
export function needsEnrolment(role: Role, ways: WaysIn, where: { isLoopback: boolean }): boolean {
  return !where.isLoopback && !canSignIn(role, ways, where)
}
