import { createFileRoute } from '@tanstack/react-router'
import { AuthScreen } from '#web/auth/auth-frame.tsx'
import { ForgotForm } from '#web/auth/forgot-form.tsx'
import { privateHead } from '#web/chrome/page-head.ts'

export const Route = createFileRoute('/forgot-password')({
  head: () => privateHead('Forgot password'),
  component: () => (
    <AuthScreen title="Reset password" lead="Tell us your email and we'll send you a code.">
      <ForgotForm />
    </AuthScreen>
  ),
})
