import type { CodePurpose } from '#shared/contract/auth.ts'
import { useSession } from './session.ts'
import { createStored, isRecord } from './stored.ts'

export type PendingCode = {
  email: string
  /** When another code may be requested. */
  resendAtMs: number
  /** For a password reset: the ticket that the code was exchanged for. */
  otp: string | null
}

type PendingCodes = {
  /** A code is on its way to this address. */
  expect: (purpose: CodePurpose, email: string, resendAtMs: number) => void
  /** Does nothing once the code is forgotten. */
  update: (purpose: CodePurpose, change: Partial<Omit<PendingCode, 'email'>>) => void
  forget: (purpose: CodePurpose) => void
}

/** Codes that were emailed and not entered yet. They belong to this tab only, and survive its reload. */
export const usePendingCode = createStored<Record<CodePurpose, PendingCode | null>, PendingCodes>({
  name: 'pending-code',
  isOfTab: true,
  parse: ({ verify_email, reset_password }) => ({
    verify_email: parsePending(verify_email),
    reset_password: parsePending(reset_password),
  }),
  actions: (set) => ({
    expect: (purpose, email, resendAtMs) => set({ [purpose]: { email, resendAtMs, otp: null } }),
    update: (purpose, change) =>
      set((codes) => (codes[purpose] ? { [purpose]: { ...codes[purpose], ...change } } : {})),
    forget: (purpose) => set({ [purpose]: null }),
  }),
})

/**
 * Forgets all codes, and with them a reset ticket, once a session ends, in this tab or another: they are not for the next
 * person. Returns a function that stops it.
 */
export function forgetCodesWithSession(): () => void {
  return useSession.subscribe(({ token }, before) => {
    if (before.token !== null && before.token !== token)
      usePendingCode.setState({ verify_email: null, reset_password: null })
  })
}

function parsePending(value: unknown): PendingCode | null {
  if (!isRecord(value) || typeof value.email !== 'string') return null
  return {
    email: value.email,
    resendAtMs: typeof value.resendAtMs === 'number' ? value.resendAtMs : 0,
    otp: typeof value.otp === 'string' ? value.otp : null,
  }
}
