import { zodResolver } from '@hookform/resolvers/zod'
import { Link, useNavigate, useRouter } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { loginForm } from '#shared/contract/auth.ts'
import { buttonClass } from '#ui/button.tsx'
import { TextInput } from '#ui/form/control.tsx'
import { Field, FORM_CHECKS } from '#ui/form/field.tsx'
import { PasswordInput } from '#ui/form/password-input.tsx'
import { toast } from '#ui/toast/toast.ts'
import { logIn } from '#web/data/account.ts'
import { usePendingCode } from '#web/state/pending-code.ts'
import { AuthForm } from './auth-frame.tsx'
import { nextResendMs } from './cooldown.ts'
import { leaveSignedIn } from './leave-signed-in.ts'
import { storeSession } from './store-session.ts'
import { storeTypedEmail, typedEmail } from './typed-email.ts'
import { showFieldErrors, useAuthCall } from './use-auth-call.ts'

export function LoginForm() {
  const { api } = useRouter().options.context
  const navigate = useNavigate()
  const form = useForm<{ email: string; password: string }>({
    resolver: zodResolver(loginForm),
    ...FORM_CHECKS,
    defaultValues: { email: typedEmail() },
  })
  const { errors } = form.formState
  const { send, isBusy } = useAuthCall({
    call: (fields: { email: string; password: string }) => logIn(api, fields),
    onDone: (session, _, isHere) => {
      // The reloaded page redirects to the wanted one. Elsewhere, the page follows the session by itself.
      if (storeSession(api, session)) return isHere ? leaveSignedIn() : undefined
      toast({
        title: 'Login Failed',
        description:
          "This browser can't keep you logged in. Check out as a guest, or allow this site to store data.",
        tone: 'destructive',
      })
    },
    failure: { title: 'Login Failed', fallback: 'Login failed' },
    onRefused: async (error, { email }, isHere) => {
      if (error.body?.code === 'EMAIL_NOT_VERIFIED') {
        usePendingCode.getState().expect('verify_email', email, nextResendMs())
        if (isHere) await navigate({ to: '/verify-signup' })
      } else {
        showFieldErrors(form, error, ['email', 'password'])
      }
    },
  })
  return (
    <>
      <AuthForm label="Login" busyLabel="Logging in..." isBusy={isBusy} onSubmit={form.handleSubmit(send)}>
        <Field label="Email" required error={errors.email?.message}>
          <TextInput {...form.register('email')} type="email" inputMode="email" autoComplete="username" />
        </Field>
        <div className="grid gap-1">
          <Field label="Password" required error={errors.password?.message}>
            <PasswordInput {...form.register('password')} autoComplete="current-password" />
          </Field>
          <Link
            to="/forgot-password"
            onClick={() => storeTypedEmail(form.getValues('email'))}
            className="link inline-flex min-h-11 items-center justify-self-start text-sm"
          >
            Forgot your password?
          </Link>
        </div>
      </AuthForm>
      <div className="grid gap-5 border-line border-t pt-6">
        <p className="text-sm">
          Don't have an account?{' '}
          <Link to="/signup" className="link inline-flex min-h-11 items-center font-bold">
            Create one here
          </Link>
        </p>
        <Link to="/" className={buttonClass({ variant: 'secondary', size: 'lg' }, 'w-full')}>
          Use as Guest
        </Link>
      </div>
    </>
  )
}
