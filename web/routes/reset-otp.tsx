import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import { AuthFrame } from '#web/auth/auth-frame.tsx'
import { CodeForm } from '#web/auth/code-form.tsx'
import { SignedOutOnly } from '#web/auth/guard.tsx'
import { PendingCodeOnly } from '#web/auth/pending-code-only.tsx'
import { privateHead } from '#web/chrome/page-head.ts'
import { verifyResetCode } from '#web/data/account.ts'
import { usePendingCode } from '#web/state/pending-code.ts'
import { toast } from '#web/ui/toast-store.ts'

export const Route = createFileRoute('/reset-otp')({
  head: () => privateHead('Reset code'),
  component: ResetOtp,
})

function ResetOtp() {
  const { api } = Route.useRouteContext()
  const navigate = useNavigate()
  return (
    <SignedOutOnly>
      <AuthFrame
        title="Enter your code"
        lead="If there is an account with this email, a 6-digit code is on its way."
      >
        <PendingCodeOnly purpose="reset_password" otherwise="/forgot-password">
          {(pending) => (
            <CodeForm
              api={api}
              purpose="reset_password"
              pending={pending}
              submitLabel="Verify Code"
              call={(code) => verifyResetCode(api, code)}
              onDone={async ({ otp }) => {
                usePendingCode.getState().keepResetOtp(otp)
                toast({ title: 'OTP Verified', description: 'Now choose a new password.', tone: 'success' })
                await navigate({ to: '/reset-password' })
              }}
              changeAddress={
                <Link to="/forgot-password" className="link inline-flex min-h-11 items-center text-sm">
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
