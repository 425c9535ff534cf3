import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { CodePurpose } from '#shared/contract/auth.ts'
import { useSession } from './session.ts'
import { isRecord, stored } from './stored.ts'

export type PendingCode = {
  email: string
  /** When another code may be requested. */
  resendAtMs: number
  /** For a password reset: the ticket that the code was exchanged for. */
  otp: string | null
}

type Stored = Record<CodePurpose, PendingCode | null>
type PendingCodes = Stored & {
  /** A code is on its way to this address. */
  expect: (purpose: CodePurpose, email: string, resendAtMs: number) => void
  /** Does nothing once the code is forgotten. */
  update: (purpose: CodePurpose, change: Partial<Omit<PendingCode, 'email'>>) => void
  forget: (purpose: CodePurpose) => void
}

const NOTHING: Stored = { verify_email: null, reset_password: null }

/** Codes that were emailed and not entered yet. They belong to this tab only, and survive its reload. */
export const usePendingCode = create<PendingCodes>()(
  persist(
    (set) => ({
      ...NOTHING,
      expect: (purpose, email, resendAtMs) => set({ [purpose]: { email, resendAtMs, otp: null } }),
      update: (purpose, change) =>
        set((codes) => (codes[purpose] ? { [purpose]: { ...codes[purpose], ...change } } : {})),
      forget: (purpose) => set({ [purpose]: null }),
    }),
    stored<PendingCodes, Stored>({
      name: 'pending-code',
      isOfTab: true,
      partialize: ({ verify_email, reset_password }) => ({ verify_email, reset_password }),
      parse: (value) =>
        isRecord(value)
          ? {
              verify_email: parsePending(value.verify_email),
              reset_password: parsePending(value.reset_password),
            }
          : NOTHING,
    }),
  ),
)

/**
 * Forgets all codes, and with them a reset ticket, once a session ends, in this tab or another: they are not for the next
 * person. Returns a function that stops it.
 */
export function forgetCodesWithSession(): () => void {
  return useSession.subscribe(({ token }, before) => {
    if (before.token !== null && before.token !== token) usePendingCode.setState(NOTHING)
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
