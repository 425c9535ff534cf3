import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { NotLoaded } from '#admin/chrome/load-state.tsx'
import { ScreenHeader } from '#admin/chrome/shell.tsx'
import { ageText, hoursText } from '#admin/chrome/time-text.ts'
import { todayQuery } from '#admin/data/query.ts'
import { LateList } from '#admin/parcel/late-list.tsx'
import { Takings } from '#admin/today/takings.tsx'
import { choiceText } from '#shared/choice-words.ts'
import type { Today as TodayData } from '#shared/contract/admin/today.ts'
import { isAllowed } from '#shared/contract/permission.ts'
import { firstName } from '#shared/first-name.ts'
import { Badge } from '#ui/badge.tsx'
import { classes } from '#ui/class-name.ts'
import { DetailSection } from '#ui/detail.tsx'

export const Route = createFileRoute('/_staff/')({
  head: () => ({ meta: [{ title: 'Today' }] }),
  component: Today,
})

function Today() {
  const { api, me } = Route.useRouteContext()
  const { data: today, error, refetch } = useQuery(todayQuery(api))
  return (
    <>
      <ScreenHeader title="Today">
        <p className="text-ink-mute text-sm">{`Hi ${firstName(me.name)}`}</p>
      </ScreenHeader>
      {!today && <NotLoaded error={error} refetch={refetch} />}
      {today && (
        <div className="grid gap-10 lg:grid-cols-2">
          {today.work && <Work work={today.work} />}
          {isAllowed(me.role, 'parcel') && <LateList role={me.role} />}
          {today.needs && <Needs needs={today.needs} />}
          {today.takings && <Takings takings={today.takings} />}
          {today.lowStock && <LowStock lowStock={today.lowStock} />}
          <Health health={today.health} />
        </div>
      )}
    </>
  )
}

function Work({ work: { toPack, toSend } }: { work: NonNullable<TodayData['work']> }) {
  const tiles = [
    { count: toPack, label: 'to pack', step: 'pack' },
    { count: toSend, label: 'to send', step: 'send' },
  ] as const
  return (
    <nav aria-label="Parcels" className="grid grid-cols-2 gap-3 lg:col-span-2">
      {tiles.map(({ count, label, step }) => (
        <Link
          key={step}
          to="/pack"
          search={{ step }}
          className={classes(
            'grid gap-1 border border-ink p-4',
            count > 0 ? 'on-ink bg-ink text-paper hover:bg-ink-soft' : 'hover:bg-paper-bright',
          )}
        >
          <span className="display tabular text-d-md">{count}</span>
          <span className="label text-xs">{label}</span>
        </Link>
      ))}
    </nav>
  )
}

function Needs({ needs }: { needs: NonNullable<TodayData['needs']> }) {
  return (
    <DetailSection title={needs.length === 0 ? 'Nothing needs you' : `${needs.length} need you`}>
      {needs.length === 0 && (
        <p className="py-3 text-ink-soft">No dispute, no late payment, no stuck refund.</p>
      )}
      <ul className="ruled">
        {needs.map((need) => (
          <li key={`${need.orderId} ${need.what}`} className="relative py-3 hover:bg-paper-bright">
            <p className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
              <Link
                to="/orders/$id"
                params={{ id: need.orderId }}
                className="covering tabular font-bold text-lg"
              >
                {`#${need.number}`}
              </Link>
              {need.hoursLeft === null ? (
                <span className="text-ink-mute text-sm">{ageText(need.since)}</span>
              ) : (
                <Badge tone="accent">{hoursText(need.hoursLeft)}</Badge>
              )}
            </p>
            <p className="text-ink-soft text-sm">{need.what}</p>
          </li>
        ))}
      </ul>
    </DetailSection>
  )
}

function LowStock({ lowStock }: { lowStock: NonNullable<TodayData['lowStock']> }) {
  return (
    <DetailSection title="Low stock">
      {lowStock.length === 0 && <p className="py-3 text-ink-soft">Nothing that sells is nearly gone.</p>}
      <ul className="ruled">
        {lowStock.map((item) => (
          <li
            key={`${item.productId} ${item.color} ${item.size}`}
            className="flex flex-wrap items-baseline justify-between gap-x-4 py-3"
          >
            <span className="min-w-0 grow basis-32 wrap-anywhere">
              <span className="font-semibold">{item.name}</span>{' '}
              <span className="text-ink-mute text-sm">{choiceText(item, ', ')}</span>
            </span>
            <span className="tabular whitespace-nowrap font-bold">
              {item.available === 0 ? 'Sold out' : item.available}
            </span>
          </li>
        ))}
      </ul>
    </DetailSection>
  )
}

function Health({ health: { mailsWaiting, paymentsWaiting } }: { health: TodayData['health'] }) {
  const troubles = [
    mailsWaiting > 0 && `${mailsWaiting} ${mailsWaiting === 1 ? 'mail waits' : 'mails wait'} to be sent`,
    paymentsWaiting > 0 &&
      `${paymentsWaiting} payment ${paymentsWaiting === 1 ? 'report waits' : 'reports wait'}`,
  ].filter(Boolean)
  return (
    <DetailSection title="Health">
      <p className="py-3">{troubles.length === 0 ? 'Mail and payments work.' : `${troubles.join('. ')}.`}</p>
    </DetailSection>
  )
}
