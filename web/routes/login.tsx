import { createFileRoute } from '@tanstack/react-router'
import { AuthScreen } from '#web/auth/auth-frame.tsx'
import { LoginForm } from '#web/auth/login-form.tsx'
import { readReturnPath } from '#web/auth/return-path.ts'
import { privateHead } from '#web/chrome/page-head.ts'

export const Route = createFileRoute('/login')({
  /**
   * The screen wanted before logging in. Explicitly undefined when it is invalid, or the address's raw value would be used.
   */
  validateSearch: (search: Record<string, unknown>): { next?: string | undefined } => ({
    next: readReturnPath(search.next),
  }),
  head: () => privateHead('Login'),
  component: Login,
})

function Login() {
  const { next } = Route.useSearch()
  return (
    <AuthScreen title="Welcome back" lead="Log in to see what you copped, and review it." next={next}>
      <LoginForm />
    </AuthScreen>
  )
}
