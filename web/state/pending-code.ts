import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { CodePurpose } from '#shared/contract/auth.ts'
import { isRecord, stored } from './stored.ts'

export type PendingCode = {
  email: string
  /** When another code may be requested. */
  resendAtMs: number
  /** For a password reset: the ticket that the code was exchanged for. */
  otp: string | null
}

type Kept = Record<CodePurpose, PendingCode | null>
type PendingCodes = Kept & {
  /** A code is on its way to this address. */
  expect: (purpose: CodePurpose, email: string, resendAtMs: number) => void
  holdResendUntil: (purpose: CodePurpose, resendAtMs: number) => void
  keepResetOtp: (otp: string) => void
  forget: (purpose: CodePurpose) => void
  forgetAll: () => void
}

const NOTHING: Kept = { verify_email: null, reset_password: null }

/** Codes that were emailed and not entered yet. They belong to this tab only, and survive its reload. */
export const usePendingCode = create<PendingCodes>()(
  persist(
    (set) => ({
      ...NOTHING,
      expect: (purpose, email, resendAtMs) => set({ [purpose]: { email, resendAtMs, otp: null } }),
      holdResendUntil: (purpose, resendAtMs) =>
        set((kept) => (kept[purpose] ? { [purpose]: { ...kept[purpose], resendAtMs } } : {})),
      keepResetOtp: (otp) =>
        set(({ reset_password: reset }) => (reset ? { reset_password: { ...reset, otp } } : {})),
      forget: (purpose) => set({ [purpose]: null }),
      forgetAll: () => set(NOTHING),
    }),
    stored<PendingCodes, Kept>({
      name: 'pending-code',
      isOfTab: true,
      keep: ({ verify_email, reset_password }) => ({ verify_email, reset_password }),
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

function parsePending(value: unknown): PendingCode | null {
  if (!isRecord(value) || typeof value.email !== 'string') return null
  return {
    email: value.email,
    resendAtMs: typeof value.resendAtMs === 'number' ? value.resendAtMs : 0,
    otp: typeof value.otp === 'string' ? value.otp : null,
  }
}
