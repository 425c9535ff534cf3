import { zodResolver } from '@hookform/resolvers/zod'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { passwordForm } from '#shared/contract/auth.ts'
import { Field, FORM_CHECKS } from '#ui/form/field.tsx'
import { PasswordInput, PasswordOwner } from '#ui/form/password-input.tsx'
import { LongEmail } from '#ui/long-text.tsx'
import { toast } from '#ui/toast/toast.ts'
import { registerAccount } from '#web/data/account.ts'
import { usePendingCode } from '#web/state/pending-code.ts'
import { AuthForm, TryLogin } from './auth-frame.tsx'
import { nextResendMs } from './cooldown.ts'
import { useAuthCall } from './use-auth-call.ts'

/** Signs a guest up with the name and address of their order: the code that is mailed then shows that the address is theirs. */
export function ChoosePassword({ email, fullName }: { email: string; fullName: string }) {
  const { api } = useRouter().options.context
  const navigate = useNavigate()
  const form = useForm<{ password: string }>({ resolver: zodResolver(passwordForm), ...FORM_CHECKS })
  const [isTaken, setTaken] = useState(false)
  async function awaitCode(isHere: boolean, waitS?: number) {
    usePendingCode.getState().expect('verify_email', email, nextResendMs(waitS))
    if (isHere) await navigate({ to: '/verify-signup' })
  }
  const { send, isBusy } = useAuthCall({
    call: ({ password }: { password: string }) => registerAccount(api, { fullName, email, password }),
    onDone: async (_, __, isHere) => {
      toast({
        title: 'Registration Successful',
        description: 'Please check your email for the verification code.',
        tone: 'success',
      })
      await awaitCode(isHere)
    },
    failure: { title: 'Registration Failed', fallback: 'Registration failed' },
    onRefused: ({ body }) => {
      setTaken(body?.code === 'EMAIL_TAKEN')
      const message = body?.fields?.password
      if (message) form.setError('password', { message }, { shouldFocus: true })
    },
    onMailedBefore: ({ retryAfterS }, _, isHere) => awaitCode(isHere, retryAfterS),
  })
  return (
    <section
      aria-labelledby="choose-password"
      className="grid content-start gap-6 self-start border-2 border-ink bg-paper-bright p-5 sm:p-8 print:hidden"
    >
      <div className="grid content-start gap-3">
        <h2 id="choose-password" className="display text-d-sm">
          Choose a password
        </h2>
        <p className="max-w-read text-ink-soft">
          It keeps this order and the next ones together under My Orders, and your address filled in. We'll
          mail a code to <LongEmail email={email} /> to make sure that it is yours.
        </p>
      </div>
      <div className="grid max-w-form gap-4">
        <AuthForm
          label="Create Account"
          busyLabel="Creating your account..."
          isBusy={isBusy}
          onSubmit={form.handleSubmit(send)}
        >
          <PasswordOwner email={email} />
          <Field
            label="Password"
            required
            error={form.formState.errors.password?.message}
            hint="At least 8 characters, with an uppercase letter, a lowercase letter and a number."
          >
            <PasswordInput {...form.register('password')} autoComplete="new-password" />
          </Field>
        </AuthForm>
        {isTaken && <TryLogin email={email}>You have an account already: log in</TryLogin>}
      </div>
    </section>
  )
}
