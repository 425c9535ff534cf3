import { createFileRoute } from '@tanstack/react-router'
import { AuthScreen } from '#web/auth/auth-frame.tsx'
import { SignupForm } from '#web/auth/signup-form.tsx'
import { privateHead } from '#web/chrome/page-head.ts'

export const Route = createFileRoute('/signup')({
  head: () => privateHead('Create account'),
  component: () => (
    <AuthScreen
      title="Create account"
      lead="All your orders in one place, including those you've already placed with this email."
    >
      <SignupForm />
    </AuthScreen>
  ),
})
