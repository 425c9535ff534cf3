import type { ReactNode } from 'react'
import type { CodePurpose } from '#shared/contract/auth.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { type PendingCode, usePendingCode } from '#web/state/pending-code.ts'
import { useIsRead } from '#web/state/stored.ts'
import { NeedsScript } from './auth-frame.tsx'
import { useSendAway } from './guard.tsx'

/** For shoppers who are waiting for a code; others are sent to the screen `otherwise`, which sends one. */
export function PendingCodeOnly({
  purpose,
  otherwise,
  children,
}: {
  purpose: CodePurpose
  otherwise: string
  children: (pending: PendingCode) => ReactNode
}) {
  const isRead = useIsRead(usePendingCode)
  const pending = usePendingCode((codes) => codes[purpose])
  useSendAway(isRead && pending === null ? otherwise : null)
  return pending === null ? <Waiting /> : children(pending)
}

/** For shoppers who have entered the code for a new password. */
export function ResetOtpOnly({
  children,
}: {
  children: (reset: { email: string; otp: string }) => ReactNode
}) {
  const otp = usePendingCode(({ reset_password }) => reset_password?.otp ?? null)
  const isAwaited = usePendingCode(({ reset_password }) => reset_password !== null)
  useSendAway(isAwaited && otp === null ? '/reset-otp' : null)
  return (
    <PendingCodeOnly purpose="reset_password" otherwise="/forgot-password">
      {({ email }) => (otp === null ? <Waiting /> : children({ email, otp }))}
    </PendingCodeOnly>
  )
}

function Waiting() {
  return (
    <div role="status" className="grid gap-6">
      <span className="sr-only">Loading…</span>
      <NeedsScript />
      <Skeleton className="h-5 w-1/2" />
      <Skeleton className="h-16 w-full" />
      <Skeleton className="h-14 w-full" />
    </div>
  )
}
