import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { OTP_DIGITS } from '#shared/limits.ts'
import { toast } from '#ui/toast/toast.ts'
import { CodeScreen } from '#web/auth/code-screen.tsx'
import { leaveSignedIn } from '#web/auth/leave-signed-in.ts'
import { storeSession } from '#web/auth/store-session.ts'
import { privateHead } from '#web/chrome/page-head.ts'
import { verifyEmail } from '#web/data/account.ts'
import { usePendingCode } from '#web/state/pending-code.ts'

export const Route = createFileRoute('/verify-signup')({
  head: () => privateHead('Verify your email'),
  component: VerifySignup,
})

const WELCOME = {
  title: 'Email Verified',
  description: 'Welcome! Your account is ready.',
  tone: 'success',
} as const

function VerifySignup() {
  const { api } = Route.useRouteContext()
  const navigate = useNavigate()
  return (
    <CodeScreen
      purpose="verify_email"
      title="Verify your email"
      lead={`We've emailed you a ${OTP_DIGITS}-digit code.`}
      submitLabel="Verify Email"
      call={(code) => verifyEmail(api, code)}
      onDone={async (session, isHere) => {
        const { expect, forget, update } = usePendingCode.getState()
        if ('otp' in session) {
          expect('reset_password', session.email, 0)
          update('reset_password', { otp: session.otp })
          toast({ title: 'Email Verified', description: 'Now choose a password.', tone: 'success' })
          if (isHere) await navigate({ to: '/reset-password' })
          forget('verify_email')
          return
        }
        if (storeSession(api, session)) {
          const left = isHere ? leaveSignedIn({ address: '/', farewell: WELCOME }) : toast(WELCOME)
          forget('verify_email')
          return left
        }
        toast({
          title: 'Email Verified',
          description:
            "Your account is ready, but this browser can't keep you logged in. You can carry on as a guest.",
        })
        // The code is used up, and a cart that is not stored would not survive a full page load.
        if (isHere) await navigate({ to: '/' })
        forget('verify_email')
      }}
    />
  )
}
