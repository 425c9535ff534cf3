import { createFileRoute, Link } from '@tanstack/react-router'
import { AuthFrame } from '#web/auth/auth-frame.tsx'
import { CodeForm } from '#web/auth/code-form.tsx'
import { SignedOutOnly } from '#web/auth/guard.tsx'
import { leaveSignedIn } from '#web/auth/leave-signed-in.ts'
import { PendingCodeOnly } from '#web/auth/pending-code-only.tsx'
import { privateHead } from '#web/chrome/page-head.ts'
import { verifyEmail } from '#web/data/account.ts'
import { usePendingCode } from '#web/state/pending-code.ts'

export const Route = createFileRoute('/verify-signup')({
  head: () => privateHead('Verify your email'),
  component: VerifySignup,
})

function VerifySignup() {
  const { api } = Route.useRouteContext()
  return (
    <SignedOutOnly>
      <AuthFrame
        title="Verify your email"
        lead="We have mailed you a 6-digit code. It is in the subject line."
      >
        <PendingCodeOnly purpose="verify_email" otherwise="/signup">
          {(pending) => (
            <CodeForm
              api={api}
              purpose="verify_email"
              pending={pending}
              submitLabel="Verify Email"
              call={(code) => verifyEmail(api, code)}
              onDone={(session) => {
                const left = leaveSignedIn(session, {
                  address: '/',
                  farewell: {
                    title: 'Email Verified',
                    description: 'Welcome. Your account is open.',
                    tone: 'success',
                  },
                })
                usePendingCode.getState().forget('verify_email')
                return left
              }}
              changeAddress={
                <Link to="/signup" className="link inline-flex min-h-11 items-center text-sm">
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
