import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { unsubscribeDevice } from '#admin/alert/push-device.ts'
import { timeText } from '#admin/chrome/time-text.ts'
import { forgetLastRead } from '#admin/data/last-read.ts'
import { sessionsQuery } from '#admin/data/query.ts'
import { useAct } from '#admin/data/use-act.ts'
import { forgetPicked } from '#admin/parcel/picked.ts'
import { forgetWaitingOf, useWaiting } from '#admin/parcel/waiting.ts'
import type { Me } from '#shared/contract/admin/account.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { DetailSection } from '#ui/detail.tsx'
import { lazyComponent } from '#ui/lazy-component.ts'
import { LazyOverlay } from '#ui/overlay/lazy-overlay.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

const LeaveDialog = lazyComponent(() => import('./leave-dialog.tsx'), 'LeaveDialog')

export function Devices({ me }: { me: Me }) {
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  const { data } = useQuery(sessionsQuery(api))
  const end = useAct({
    call: (id: string, sent) => api('delete', '/admin/session/{id}', { params: { id } }, sent),
    onDone: () => queryClient.invalidateQueries(sessionsQuery(api)),
    failed: 'Not signed out there',
  })
  const leave = useAct({
    call: async (_: undefined, sent) => {
      await unsubscribeDevice().catch(() => {})
      return api('post', '/admin/logout', {}, sent)
    },
    onDone: () => {
      queryClient.clear()
      forgetLastRead()
      forgetWaitingOf(me.id)
      forgetPicked()
      // A fresh document: nothing of this session stays in memory.
      location.assign('/admin/login')
    },
    failed: 'Not signed out',
  })
  const waiting = useWaiting().filter(({ member }) => member.id === me.id).length
  const [isAsking, setAsking] = useState(false)
  return (
    <DetailSection title="Where you are signed in">
      <ul className="ruled" aria-busy={data === undefined}>
        {data === undefined && <Skeleton className="my-3 h-12" />}
        {data?.sessions.map(({ id, device, isThis, lastUsedAt }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <div>
              <p className="flex flex-wrap items-center gap-2 font-semibold">
                {device}
                {isThis && <Badge tone="plain">This device</Badge>}
              </p>
              <p className="text-ink-mute text-sm">{`Last used ${timeText(lastUsedAt)}`}</p>
            </div>
            {!isThis && (
              <Button variant="secondary" size="sm" isBusy={end.isBusy} onClick={() => end.act(id)}>
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Button
        variant="secondary"
        className="mt-4"
        isBusy={leave.isBusy}
        onClick={() => (waiting === 0 ? leave.act(undefined) : setAsking(true))}
      >
        Sign out here
      </Button>
      <LazyOverlay isOpen={isAsking} onClose={() => setAsking(false)}>
        <LeaveDialog
          count={waiting}
          isOpen={isAsking}
          isBusy={leave.isBusy}
          onClose={() => setAsking(false)}
          onLeave={() => leave.act(undefined)}
        />
      </LazyOverlay>
    </DetailSection>
  )
}
