import { useNavigate, useRouter } from '@tanstack/react-router'
import type { ApiError } from '#shared/client/api.ts'
import { toast } from '#ui/toast/toast.ts'
import { registerAccount } from '#web/data/account.ts'
import { usePendingCode } from '#web/state/pending-code.ts'
import { nextResendMs } from './cooldown.ts'
import { useAuthCall } from './use-auth-call.ts'

type Account = { fullName: string; email: string; password: string }
type Named = Pick<Account, 'fullName' | 'email'>

/** The name of the account that awaits its code. Registering stores only the email: this lasts as long as the page. */
let named: { fullName?: string } = {}

export const registeredName = () => named

/** Asks for an account, and goes on to where the mailed code is typed. */
export function useRegistration(onRefused: (error: ApiError) => void) {
  const { api } = useRouter().options.context
  const navigate = useNavigate()
  async function awaitCode({ email, fullName }: Named, isHere: boolean, waitS?: number) {
    usePendingCode.getState().expect('verify_email', email, nextResendMs(waitS))
    named = { fullName }
    if (isHere) await navigate({ to: '/verify-signup' })
  }
  return useAuthCall({
    call: ({ fullName, email, password }: Account) => registerAccount(api, { fullName, email, password }),
    onDone: async ({ email }, { fullName }, isHere) => {
      toast({
        title: 'Registration Successful',
        description: 'Please check your email for the verification code.',
        tone: 'success',
      })
      await awaitCode({ email, fullName }, isHere)
    },
    failure: { title: 'Registration Failed', fallback: 'Registration failed' },
    onRefused,
    onMailedBefore: ({ retryAfterS }, account, isHere) => awaitCode(account, isHere, retryAfterS),
  })
}
