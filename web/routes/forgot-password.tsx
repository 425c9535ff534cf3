import { createFileRoute } from '@tanstack/react-router'
import { AuthFrame } from '#web/auth/auth-frame.tsx'
import { ForgotForm } from '#web/auth/forgot-form.tsx'
import { SignedOutOnly } from '#web/auth/guard.tsx'
import { privateHead } from '#web/chrome/page-head.ts'
import '#web/data/schema-without-eval.ts'

export const Route = createFileRoute('/forgot-password')({
  head: () => privateHead('Forgot password'),
  component: ForgotPassword,
})

function ForgotPassword() {
  return (
    <SignedOutOnly>
      <AuthFrame title="Reset password" lead="Tell us your email and we'll send you a code.">
        <ForgotForm />
      </AuthFrame>
    </SignedOutOnly>
  )
}
