import { Link, useRouter } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import type { CodePurpose } from '#shared/contract/auth.ts'
import { digitsOf } from '#shared/digits.ts'
import { CODE_MINUTES, OTP_DIGITS } from '#shared/limits.ts'
import { Button } from '#ui/button.tsx'
import { CodeInput, focusBox } from '#ui/form/code-input.tsx'
import { LongEmail } from '#ui/long-text.tsx'
import { toast } from '#ui/toast/toast.ts'
import { resendCode } from '#web/data/account.ts'
import { type PendingCode, usePendingCode } from '#web/state/pending-code.ts'
import { AuthForm, TryLogin } from './auth-frame.tsx'
import { nextResendMs, useCooldown } from './cooldown.ts'
import { useAuthCall } from './use-auth-call.ts'

const RESENT: Record<CodePurpose, string> = {
  verify_email: 'A new verification code has been sent.',
  reset_password: 'A new reset code has been sent.',
}

/** What a try may have done whose response was lost. */
const IF_LOST: Record<CodePurpose, string> = {
  verify_email: 'Your email may already be verified: try logging in',
  reset_password: 'Your code may already be used up: then only a new one works',
}

/** What becomes of a code: `isHere` is false if the shopper has left the screen by then. */
export type CodeCall<Result> = {
  purpose: CodePurpose
  submitLabel: string
  call: (code: { email: string; otp: string }) => Promise<Result>
  onDone: (result: Result, isHere: boolean) => void | Promise<void>
}

/**
 * Six boxes for the emailed code, which is submitted with its last digit, and a button to request another code. A wrong
 * code stays to be corrected. After Back to a reset code that was exchanged for a ticket, it leads on to the new password.
 */
export function CodeForm<Result>({
  purpose,
  pending,
  call,
  onDone,
  submitLabel,
  changeAddress,
}: CodeCall<Result> & {
  pending: PendingCode
  /** The link for changing the email address. */
  changeAddress: ReactNode
}) {
  const [code, setCode] = useState('')
  const [isWrong, setIsWrong] = useState(false)
  const boxes = useRef<HTMLDivElement>(null)
  const focusCode = () => focusBox(boxes, 0)
  const refuse = (fromPlace: number) => {
    setIsWrong(true)
    focusBox(boxes, fromPlace)
  }
  const { send, isBusy, mayBeDone, forgetLost } = useAuthCall({
    call: (otp: string) => call({ email: pending.email, otp }),
    onDone: (result, _, isHere) => onDone(result, isHere),
    failure: {
      title: 'Verification Failed',
      fallback: purpose === 'verify_email' ? 'Email verification failed' : 'OTP verification failed',
      ifLost: IF_LOST[purpose],
    },
    // A busy shop or a rate limit says nothing about the code that was typed.
    onRefused: (error) => {
      if (error.body?.fields?.otp) refuse(0)
    },
  })
  const submit = () => {
    if (code.length < OTP_DIGITS) {
      toast({
        title: 'Invalid OTP',
        description: `Please enter a ${OTP_DIGITS}-digit OTP`,
        tone: 'destructive',
      })
      // A focused box selects its digit: typing goes on where digits are missing.
      refuse(code.length)
    } else {
      void send(code)
    }
  }
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 border-ink border-b-2 pb-3">
        <p className="min-w-0 font-bold wrap-anywhere">
          <LongEmail email={pending.email} />
        </p>
        {changeAddress}
      </div>
      <AuthForm label={submitLabel} busyLabel="Verifying..." isBusy={isBusy} onSubmit={submit}>
        <CodeInput
          label={`${OTP_DIGITS}-digit code`}
          hint="We'll check it as soon as you enter the last digit."
          length={OTP_DIGITS}
          digitsOf={digitsOf}
          value={code}
          onChange={(value) => {
            setCode(value)
            setIsWrong(false)
          }}
          onComplete={(value) => void send(value)}
          isInvalid={isWrong}
          boxes={boxes}
        />
      </AuthForm>
      {/* Stays: another code is not mailed to a verified address. */}
      {mayBeDone && purpose === 'verify_email' && (
        <TryLogin email={pending.email}>{IF_LOST[purpose]}</TryLogin>
      )}
      {pending.otp !== null && (
        <Link
          to="/reset-password"
          className="link inline-flex min-h-11 items-center justify-self-start text-sm"
        >
          Your code is accepted: choose a new password
        </Link>
      )}
      <Resend
        purpose={purpose}
        pending={pending}
        onSent={() => {
          // A verified address gets no other code, so a lost response still matters.
          if (purpose === 'reset_password') forgetLost()
          setCode('')
          setIsWrong(false)
          focusCode()
        }}
        onHeld={focusCode}
      />
    </>
  )
}

function Resend({
  purpose,
  pending,
  onSent,
  onHeld,
}: {
  purpose: CodePurpose
  pending: PendingCode
  onSent: () => void
  /** The button cannot be pressed for a while, and loses the focus. */
  onHeld: () => void
}) {
  const { api } = useRouter().options.context
  const waitS = useCooldown(pending.resendAtMs)
  const holdResendUntil = (resendAtMs: number) => usePendingCode.getState().update(purpose, { resendAtMs })
  const { send, isBusy } = useAuthCall({
    call: (email: string) => resendCode(api, { email, purpose }),
    onDone: () => {
      holdResendUntil(nextResendMs())
      toast({ title: 'OTP Sent', description: RESENT[purpose], tone: 'success' })
      onSent()
    },
    onMailedBefore: ({ retryAfterS }) => {
      holdResendUntil(nextResendMs(retryAfterS))
      onSent()
    },
    failure: { title: 'Error', fallback: 'Failed to resend OTP' },
    onRefused: (error) => {
      if (error.status !== 429) return
      holdResendUntil(nextResendMs(error.retryAfterS))
      onHeld()
    },
  })
  return (
    <div className="grid gap-3 border-line border-t pt-6">
      <p className="text-ink-mute text-sm">
        No email after a minute? Check your spam folder, or ask for another code. Only the newest one works,
        for {CODE_MINUTES} minutes.
      </p>
      <Button
        variant="secondary"
        className="tabular justify-self-start"
        isBusy={isBusy}
        disabled={waitS > 0}
        onClick={() => void send(pending.email)}
      >
        {waitS > 0 ? `Resend in ${waitS}s` : 'Resend Code'}
      </Button>
    </div>
  )
}
