import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useLiveLists } from '#admin/data/live.ts'
import { useIsReloadDue } from '#admin/data/new-version.ts'
import { meQuery } from '#admin/data/query.ts'
import { useIsOnline, useShownSince } from '#admin/data/use-freshness.ts'
import { WaitingPill } from '#admin/parcel/waiting-pill.tsx'
import type { Role } from '#shared/contract/permission.ts'
import { Icon } from '#ui/icon.tsx'
import { Brand } from './brand.tsx'
import { dailyScreens, rareScreens } from './screens.ts'
import { timeText } from './time-text.ts'

const MORE = { d: 'M5 12h.1M12 12h.1M19 12h.1' }
const BAR_LINK =
  'label grid min-h-14 content-center justify-items-center gap-0.5 px-1 text-2xs text-on-ink-mute focus-visible:-outline-offset-3 aria-[current]:text-paper aria-[current]:shadow-[inset_0_3px_0_var(--color-accent)]'
const SIDE_LINK =
  'label flex min-h-11 items-center gap-3 px-6 text-xs text-on-ink-mute hover:text-paper focus-visible:-outline-offset-3 aria-[current]:bg-paper/10 aria-[current]:text-paper'

/** The bar at the bottom of a phone, the side bar of a desk, and the screen between. */
export function Shell({ children }: { children: ReactNode }) {
  const { api } = useRouter().options.context
  const { role } = useSuspenseQuery(meQuery(api)).data
  useLiveLists()
  return (
    <div className="lg:grid lg:min-h-svh lg:grid-cols-[14rem_minmax(0,1fr)]">
      <nav
        aria-label="Admin"
        className="on-ink bg-ink text-paper max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:z-40 max-lg:pb-[env(safe-area-inset-bottom)] lg:sticky lg:top-0 lg:h-svh lg:overflow-y-auto lg:py-6"
      >
        <p className="display px-6 pb-6 text-d-sm max-lg:hidden">
          <Brand />
        </p>
        <ul className="grid auto-cols-fr grid-flow-col lg:hidden">
          <DailyLinks role={role} className={BAR_LINK} />
          <li>
            <Link to="/more" className={BAR_LINK}>
              <Icon name={MORE} className="[stroke-width:3]" />
              <span>More</span>
            </Link>
          </li>
        </ul>
        <ul className="max-lg:hidden">
          <DailyLinks role={role} className={SIDE_LINK} />
        </ul>
        <ul className="mt-6 border-paper/15 border-t pt-6 max-lg:hidden">
          {rareScreens(role).map(({ to, label }) => (
            <li key={to}>
              <Link to={to} className={SIDE_LINK}>
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <main
        tabIndex={-1}
        className="min-w-0 outline-none px-(--spacing-gutter) pt-6 pb-28 lg:px-10 lg:pt-10 lg:pb-16"
      >
        <div className="mx-auto max-w-5xl">{children}</div>
      </main>
      <div className="fixed right-0 bottom-[calc(3.5rem+env(safe-area-inset-bottom))] z-30 flex items-stretch justify-end lg:bottom-0">
        <Freshness />
        <WaitingPill />
      </div>
    </div>
  )
}

function DailyLinks({ role, className }: { role: Role; className: string }) {
  return dailyScreens(role).map(({ to, label, icon }) => (
    <li key={to}>
      <Link to={to} activeOptions={{ exact: to === '/' }} className={className}>
        <Icon name={icon} />
        <span>{label}</span>
      </Link>
    </li>
  ))
}

/** Says from when what is shown is, while the latest cannot be read or is still on its way; and that the page itself is outdated. */
function Freshness() {
  const isOnline = useIsOnline()
  const since = useShownSince(isOnline)
  const asOf = since === null ? '' : `As of ${timeText(new Date(since).toISOString())}.`
  const outdated = useIsReloadDue()
    ? 'The admin was updated. It is loaded anew once what you typed is saved.'
    : ''
  const text = [isOnline ? '' : 'You are offline.', asOf, outdated].filter(Boolean).join(' ')
  return (
    <div role="status" className="on-ink grid items-center bg-ink text-paper text-sm">
      {text && <p className="px-4 py-2">{text}</p>}
    </div>
  )
}

/** The heading of a screen, with what can be done on it. */
export function ScreenHeader({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <header className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3 border-ink border-b pb-4">
      <h1 className="display min-w-0 break-words text-d-sm">{title}</h1>
      {children}
    </header>
  )
}
