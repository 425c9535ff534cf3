import { createFileRoute } from '@tanstack/react-router'
import { AuthFrame } from '#web/auth/auth-frame.tsx'
import { SignedOutOnly } from '#web/auth/guard.tsx'
import { SignupForm } from '#web/auth/signup-form.tsx'
import { privateHead } from '#web/chrome/page-head.ts'
import '#web/data/schema-without-eval.ts'

export const Route = createFileRoute('/signup')({
  head: () => privateHead('Create account'),
  component: Signup,
})

function Signup() {
  return (
    <SignedOutOnly>
      <AuthFrame
        title="Create account"
        lead="All your orders in one place, including those you've already placed with this email."
      >
        <SignupForm />
      </AuthFrame>
    </SignedOutOnly>
  )
}
