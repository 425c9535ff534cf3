import { zodResolver } from '@hookform/resolvers/zod'
import { Link, useNavigate, useRouter } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { resetForm } from '#shared/contract/auth.ts'
import { CODE_MINUTES } from '#shared/limits.ts'
import { FORM_CHECKS } from '#ui/form/field.tsx'
import { PasswordOwner } from '#ui/form/password-input.tsx'
import { toast } from '#ui/toast/toast.ts'
import { resetPassword } from '#web/data/account.ts'
import { usePendingCode } from '#web/state/pending-code.ts'
import { AuthForm, TryLogin } from './auth-frame.tsx'
import { PasswordPair } from './password-pair.tsx'
import { storeTypedEmail } from './typed-email.ts'
import { useAuthCall } from './use-auth-call.ts'

type Fields = z.infer<typeof resetForm>

const IF_LOST = 'Your new password may already work: try logging in'

/** `otp` is the reset ticket that the emailed code was exchanged for. */
export function ResetForm({ email, otp }: { email: string; otp: string }) {
  const { api } = useRouter().options.context
  const navigate = useNavigate()
  const form = useForm<Fields>({ resolver: zodResolver(resetForm), ...FORM_CHECKS })
  const { send, isBusy, mayBeDone } = useAuthCall({
    call: ({ password }: Fields) => resetPassword(api, { email, otp, newPassword: password }),
    onDone: async ({ message }, _, isHere) => {
      toast({ title: 'Password Reset Successful', description: message, tone: 'success' })
      storeTypedEmail(email)
      if (isHere) await navigate({ to: '/login' })
      usePendingCode.getState().forget('reset_password')
    },
    failure: { title: 'Password Reset Failed', fallback: 'Password reset failed', ifLost: IF_LOST },
    onRefused: (error) => {
      const message = error.body?.fields?.newPassword
      if (message) form.setError('password', { message }, { shouldFocus: true })
    },
  })
  return (
    <>
      <AuthForm
        label="Reset Password"
        busyLabel="Resetting..."
        isBusy={isBusy}
        onSubmit={form.handleSubmit(send)}
      >
        <PasswordOwner email={email} />
        <PasswordPair form={form} label="New Password" />
      </AuthForm>
      {mayBeDone && <TryLogin email={email}>{IF_LOST}</TryLogin>}
      <p className="border-line border-t pt-6 text-ink-mute text-sm">
        You have {CODE_MINUTES} minutes after entering the code.{' '}
        <Link to="/forgot-password" className="link inline-flex min-h-11 items-center">
          Ask for a new code
        </Link>
      </p>
    </>
  )
}
