import { createFileRoute } from '@tanstack/react-router'
import { AuthScreen } from '#web/auth/auth-frame.tsx'
import { ResetOtpOnly } from '#web/auth/pending-code-only.tsx'
import { ResetForm } from '#web/auth/reset-form.tsx'
import { privateHead } from '#web/chrome/page-head.ts'

export const Route = createFileRoute('/reset-password')({
  head: () => privateHead('New password'),
  component: () => (
    <AuthScreen title="New password" lead="You'll be logged out everywhere, then log in again with this one.">
      <ResetOtpOnly>{(reset) => <ResetForm {...reset} />}</ResetOtpOnly>
    </AuthScreen>
  ),
})
