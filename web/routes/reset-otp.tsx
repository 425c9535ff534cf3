import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { OTP_DIGITS } from '#shared/limits.ts'
import { toast } from '#ui/toast/toast.ts'
import { CodeScreen } from '#web/auth/code-screen.tsx'
import { privateHead } from '#web/chrome/page-head.ts'
import { verifyResetCode } from '#web/data/account.ts'
import { usePendingCode } from '#web/state/pending-code.ts'

export const Route = createFileRoute('/reset-otp')({
  head: () => privateHead('Reset code'),
  component: ResetOtp,
})

function ResetOtp() {
  const { api } = Route.useRouteContext()
  const navigate = useNavigate()
  return (
    <CodeScreen
      purpose="reset_password"
      title="Enter your code"
      lead={`If there is an account with this email, a ${OTP_DIGITS}-digit code is on its way.`}
      submitLabel="Verify Code"
      call={(code) => verifyResetCode(api, code)}
      onDone={async ({ otp }, isHere) => {
        usePendingCode.getState().update('reset_password', { otp })
        toast({ title: 'OTP Verified', description: 'Now choose a new password.', tone: 'success' })
        if (isHere) await navigate({ to: '/reset-password' })
      }}
    />
  )
}
