import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { passwordForm } from '#shared/contract/auth.ts'
import { Field, FORM_CHECKS } from '#ui/form/field.tsx'
import { PasswordInput, PasswordOwner } from '#ui/form/password-input.tsx'
import { LongEmail } from '#ui/long-text.tsx'
import { AuthForm, TryLogin } from './auth-frame.tsx'
import { PASSWORD_RULE } from './password-pair.tsx'
import { showFieldErrors } from './use-auth-call.ts'
import { useRegistration } from './use-registration.ts'

/** Signs a guest up with the name and address of their order: the code that is mailed then shows that the address is theirs. */
export function ChoosePassword({ email, fullName }: { email: string; fullName: string }) {
  const form = useForm<{ password: string }>({ resolver: zodResolver(passwordForm), ...FORM_CHECKS })
  const [isTaken, setTaken] = useState(false)
  const problem = form.formState.errors.password?.message
  const { send, isBusy } = useRegistration((refused) => {
    setTaken(refused.body?.code === 'EMAIL_TAKEN')
    showFieldErrors(form, refused, ['password'])
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
          onSubmit={form.handleSubmit(({ password }) => send({ fullName, email, password }))}
        >
          <PasswordOwner email={email} />
          {/* An error names the missing part of the rule: the hint would repeat it. */}
          <Field label="Password" required error={problem} hint={problem ? undefined : PASSWORD_RULE}>
            <PasswordInput {...form.register('password')} autoComplete="new-password" />
          </Field>
        </AuthForm>
        {isTaken && <TryLogin email={email}>You have an account already: log in</TryLogin>}
      </div>
    </section>
  )
}
