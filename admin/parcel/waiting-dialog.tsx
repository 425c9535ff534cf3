import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { timeText } from '#admin/chrome/time-text.ts'
import { meQuery } from '#admin/data/query.ts'
import { useIsOnline } from '#admin/data/use-freshness.ts'
import { lagosClock, lagosDayNumber } from '#shared/lagos-time.ts'
import { Button } from '#ui/button.tsx'
import { DetailSection } from '#ui/detail.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { useSending } from './send-waiting.ts'
import { dropWaiting, packerNames, sendAgain, useWaiting, type Waiting } from './waiting.ts'

/** What was packed on this device and the shop does not know of, order by order; and what it refused, with its words. */
export function WaitingDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { api } = useRouter().options.context
  const me = useSuspenseQuery(meQuery(api)).data
  const isOnline = useIsOnline()
  const { key: sending } = useSending()
  const all = useWaiting()
  const refused = all.filter(({ refusal }) => refusal !== undefined)
  const waiting = all.filter(({ refusal }) => refusal === undefined)
  const mine = waiting.filter(({ member }) => member.id === me.id)
  const others = waiting.filter(({ member }) => member.id !== me.id)
  return (
    <Dialog title="Packed here" size="sm" isOpen={isOpen} onClose={onClose}>
      <div className="grid gap-8">
        {all.length === 0 && <p>The shop knows of everything that was packed here.</p>}
        {refused.length > 0 && (
          <DetailSection title="Not packed">
            <p className="pt-3 text-sm">
              Put these pieces back, and look at the order before anything is sent.
            </p>
            <List of={refused} onLeave={onClose}>
              {({ key, number, refusal }) => (
                <>
                  <p className="notice basis-full p-3 text-sm wrap-anywhere">{refusal}</p>
                  <Button
                    variant="secondary"
                    size="sm"
                    aria-label={`Try again #${number}`}
                    onClick={() => sendAgain(key)}
                  >
                    Try again
                  </Button>
                  <Button
                    variant="ghost"
                    size="sm"
                    aria-label={`Seen to #${number}`}
                    onClick={() => dropWaiting(key)}
                  >
                    Seen to
                  </Button>
                </>
              )}
            </List>
          </DetailSection>
        )}
        {mine.length > 0 && (
          <DetailSection title={`${mine.length} waiting`}>
            <p className="pt-3 text-ink-soft text-sm">
              {isOnline
                ? 'Being told to the shop, in this order.'
                : 'Told to the shop once there is a network.'}
            </p>
            <Withdrawable of={mine} sending={sending} onLeave={onClose} />
          </DetailSection>
        )}
        {others.length > 0 && (
          <DetailSection title={`${others.length} of others`}>
            <p className="pt-3 text-ink-soft text-sm">
              {`${packerNames(others)} packed these here, and must sign in for the shop to be told.`}
            </p>
            <Withdrawable of={others} sending={null} onLeave={onClose} />
          </DetailSection>
        )}
      </div>
    </Dialog>
  )
}

/** Of today, the clock says enough. */
const shortTime = (iso: string) =>
  lagosDayNumber(Date.parse(iso)) === lagosDayNumber(Date.now()) ? lagosClock(iso) : timeText(iso)

/** Each can be taken back before it is sent: the order is then to be packed as before. */
function Withdrawable({
  of,
  sending,
  onLeave,
}: {
  of: readonly Waiting[]
  sending: string | null
  onLeave: () => void
}) {
  return (
    <List of={of} onLeave={onLeave}>
      {({ key, number }) =>
        key === sending ? (
          <span className="text-ink-mute text-sm">Being sent</span>
        ) : (
          <Button
            variant="secondary"
            size="sm"
            aria-label={`Take back #${number}`}
            onClick={() => dropWaiting(key)}
          >
            Take back
          </Button>
        )
      }
    </List>
  )
}

function List({
  of,
  onLeave,
  children,
}: {
  of: readonly Waiting[]
  onLeave: () => void
  children: (waiting: Waiting) => ReactNode
}) {
  return (
    <ul className="ruled">
      {of.map((waiting) => (
        <li key={waiting.key} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
          <Link
            to="/orders/$id"
            params={{ id: waiting.orderId }}
            className="tabular inline-flex min-h-11 items-center font-bold text-lg"
            onClick={onLeave}
          >
            {`#${waiting.number}`}
          </Link>
          <span className="mr-auto text-ink-mute text-sm">
            {shortTime(new Date(waiting.pressedAt).toISOString())}
          </span>
          {children(waiting)}
        </li>
      ))}
    </ul>
  )
}
