import { zodResolver } from '@hookform/resolvers/zod'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { signupForm } from '#shared/contract/auth.ts'
import { TextInput } from '#ui/form/control.tsx'
import { Field, FORM_CHECKS } from '#ui/form/field.tsx'
import { toast } from '#ui/toast/toast.ts'
import { registerAccount } from '#web/data/account.ts'
import { usePendingCode } from '#web/state/pending-code.ts'
import { AuthForm, OrLogin } from './auth-frame.tsx'
import { nextResendMs } from './cooldown.ts'
import { PasswordPair } from './password-pair.tsx'
import { showFieldErrors, useAuthCall } from './use-auth-call.ts'

type Fields = z.infer<typeof signupForm>

/** The name of the account that awaits its code. Registering stores only the email: this lasts as long as the page. */
let sent: { fullName?: string } = {}

export function SignupForm() {
  const { api } = useRouter().options.context
  const navigate = useNavigate()
  const before = usePendingCode.getState().verify_email
  const form = useForm<Fields>({
    resolver: zodResolver(signupForm),
    ...FORM_CHECKS,
    // Prefills the form for shoppers who return to fix a typo in the address.
    ...(before ? { defaultValues: { ...sent, email: before.email } } : {}),
  })
  const { errors } = form.formState
  async function awaitCode(
    { email, fullName }: Pick<Fields, 'email' | 'fullName'>,
    isHere: boolean,
    waitS?: number,
  ) {
    usePendingCode.getState().expect('verify_email', email, nextResendMs(waitS))
    sent = { fullName }
    if (isHere) await navigate({ to: '/verify-signup' })
  }
  const { send, isBusy } = useAuthCall({
    call: ({ fullName, email, password }: Fields) => registerAccount(api, { fullName, email, password }),
    onDone: async ({ email }, { fullName }, isHere) => {
      toast({
        title: 'Registration Successful',
        description: 'Please check your email for the verification code.',
        tone: 'success',
      })
      await awaitCode({ email, fullName }, isHere)
    },
    failure: { title: 'Registration Failed', fallback: 'Registration failed' },
    onRefused: (error) => showFieldErrors(form, error, ['fullName', 'email', 'password']),
    onMailedBefore: ({ retryAfterS }, fields, isHere) => awaitCode(fields, isHere, retryAfterS),
  })
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
