import { Link } from '@tanstack/react-router'
import type { CodePurpose } from '#shared/contract/auth.ts'
import { AuthFrame } from './auth-frame.tsx'
import { CodeForm } from './code-form.tsx'
import { SignedOutOnly } from './guard.tsx'
import { PendingCodeOnly } from './pending-code-only.tsx'

/** The screen where each kind of code is requested, and so where the address can be changed. */
const ASKED_AT = { verify_email: '/signup', reset_password: '/forgot-password' } as const

/** A screen for entering an emailed code: the purpose varies, the entry does not. */
export function CodeScreen<Result>({
  purpose,
  title,
  lead,
  submitLabel,
  call,
  onDone,
}: {
  purpose: CodePurpose
  title: string
  lead: string
  submitLabel: string
  call: (code: { email: string; otp: string }) => Promise<Result>
  onDone: (result: Result, isHere: boolean) => void | Promise<void>
}) {
  return (
    <SignedOutOnly>
      <AuthFrame title={title} lead={lead}>
        <PendingCodeOnly purpose={purpose} otherwise={ASKED_AT[purpose]}>
          {(pending) => (
            <CodeForm
              purpose={purpose}
              pending={pending}
              submitLabel={submitLabel}
              call={call}
              onDone={onDone}
              changeAddress={
                <Link to={ASKED_AT[purpose]} className="link inline-flex min-h-11 items-center text-sm">
                  Change email
                </Link>
              }
            />
          )}
        </PendingCodeOnly>
      </AuthFrame>
    </SignedOutOnly>
  )
}
