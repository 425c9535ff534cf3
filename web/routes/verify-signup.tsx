import { createFileRoute } from '@tanstack/react-router'
import { CodeScreen } from '#web/auth/code-screen.tsx'
import { leaveSignedIn } from '#web/auth/leave-signed-in.ts'
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
    <CodeScreen
      api={api}
      purpose="verify_email"
      title="Verify your email"
      lead="We have mailed you a 6-digit code. It is in the subject line."
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
    />
  )
}
