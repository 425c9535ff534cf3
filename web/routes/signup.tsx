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
  const { api } = Route.useRouteContext()
  return (
    <SignedOutOnly>
      <AuthFrame
        title="Create account"
        lead="Your orders in one place, also those you placed with this email before."
      >
        <SignupForm api={api} />
      </AuthFrame>
    </SignedOutOnly>
  )
}
