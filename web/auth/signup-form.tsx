import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { signupForm } from '#shared/contract/auth.ts'
import { TextInput } from '#ui/form/control.tsx'
import { Field, FORM_CHECKS } from '#ui/form/field.tsx'
import { usePendingCode } from '#web/state/pending-code.ts'
import { AuthForm, OrLogin } from './auth-frame.tsx'
import { PasswordPair } from './password-pair.tsx'
import { showFieldErrors } from './use-auth-call.ts'
import { registeredName, useRegistration } from './use-registration.ts'

type Fields = z.infer<typeof signupForm>

export function SignupForm() {
  const before = usePendingCode.getState().verify_email
  const form = useForm<Fields>({
    resolver: zodResolver(signupForm),
    ...FORM_CHECKS,
    // Prefills the form for shoppers who return to fix a typo in the address.
    ...(before ? { defaultValues: { ...registeredName(), email: before.email } } : {}),
  })
  const { errors } = form.formState
  const { send, isBusy } = useRegistration((error) =>
    showFieldErrors(form, error, ['fullName', 'email', 'password']),
  )
  return (
    <>
      <AuthForm
        label="Create Account"
        busyLabel="Creating your account..."
        isBusy={isBusy}
        onSubmit={form.handleSubmit(send)}
      >
        <Field label="Full Name" required error={errors.fullName?.message}>
          <TextInput {...form.register('fullName')} autoComplete="name" />
        </Field>
        <Field
          label="Email"
          required
          error={errors.email?.message}
          hint="We'll send you a code to verify it."
        >
          <TextInput {...form.register('email')} type="email" inputMode="email" autoComplete="username" />
        </Field>
        <PasswordPair form={form} label="Password" />
      </AuthForm>
      <OrLogin text="Already have an account?" label="Log in" />
    </>
  )
}
