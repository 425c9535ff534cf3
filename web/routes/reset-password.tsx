import { createFileRoute } from '@tanstack/react-router'
import { AuthFrame } from '#web/auth/auth-frame.tsx'
import { SignedOutOnly } from '#web/auth/guard.tsx'
import { ResetOtpOnly } from '#web/auth/pending-code-only.tsx'
import { ResetForm } from '#web/auth/reset-form.tsx'
import { privateHead } from '#web/chrome/page-head.ts'
import '#web/data/schema-without-eval.ts'

export const Route = createFileRoute('/reset-password')({
  head: () => privateHead('New password'),
  component: ResetPassword,
})

function ResetPassword() {
  return (
    <SignedOutOnly>
      <AuthFrame
        title="New password"
        lead="You'll be logged out everywhere, then log in again with this one."
      >
        <ResetOtpOnly>{(reset) => <ResetForm {...reset} />}</ResetOtpOnly>
      </AuthFrame>
    </SignedOutOnly>
  )
}
