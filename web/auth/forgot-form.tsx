import { zodResolver } from '@hookform/resolvers/zod'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { forgotForm } from '#shared/contract/auth.ts'
import { TextInput } from '#ui/form/control.tsx'
import { Field, FORM_CHECKS } from '#ui/form/field.tsx'
import { toast } from '#ui/toast/toast.ts'
import { askForReset } from '#web/data/account.ts'
import { usePendingCode } from '#web/state/pending-code.ts'
import { AuthForm, OrLogin } from './auth-frame.tsx'
import { nextResendMs } from './cooldown.ts'
import { storeTypedEmail, typedEmail } from './typed-email.ts'
import { showFieldErrors, useAuthCall } from './use-auth-call.ts'

export function ForgotForm() {
  const { api } = useRouter().options.context
  const navigate = useNavigate()
  const before = usePendingCode.getState().reset_password
  const form = useForm<{ email: string }>({
    resolver: zodResolver(forgotForm),
    ...FORM_CHECKS,
    // What was typed at login, or the address of shoppers who return for another code or to fix a typo.
    defaultValues: { email: typedEmail() || before?.email || '' },
  })
  async function awaitCode(email: string, isHere: boolean, waitS?: number) {
    usePendingCode.getState().expect('reset_password', email, nextResendMs(waitS))
    storeTypedEmail(email)
    if (isHere) await navigate({ to: '/reset-otp' })
  }
  const { send, isBusy } = useAuthCall({
    call: (fields: { email: string }) => askForReset(api, fields),
    onDone: async ({ email, message }, _, isHere) => {
      toast({ title: 'Reset Code Sent', description: message, tone: 'success' })
      await awaitCode(email, isHere)
    },
    failure: { title: 'Error', fallback: 'Failed to send reset email' },
    onRefused: (error) => showFieldErrors(form, error, ['email']),
    onMailedBefore: ({ retryAfterS }, { email }, isHere) => awaitCode(email, isHere, retryAfterS),
  })
  return (
    <>
      <AuthForm
        label="Send Reset Code"
        busyLabel="Sending..."
        isBusy={isBusy}
        onSubmit={form.handleSubmit(send)}
      >
        <Field label="Email" required error={form.formState.errors.email?.message}>
          <TextInput {...form.register('email')} type="email" inputMode="email" autoComplete="username" />
        </Field>
      </AuthForm>
      <OrLogin text="Remembered it?" label="Back to Login" />
    </>
  )
}
