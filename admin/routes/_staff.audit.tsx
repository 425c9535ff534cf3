import { useInfiniteQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { NextPage, NotLoaded } from '#admin/chrome/load-state.tsx'
import { ScreenHeader } from '#admin/chrome/shell.tsx'
import { timeText } from '#admin/chrome/time-text.ts'
import { auditQuery } from '#admin/data/query.ts'
import type { RecordedAct } from '#shared/contract/admin/audit.ts'
import { Badge } from '#ui/badge.tsx'

export const Route = createFileRoute('/_staff/audit')({
  head: () => ({ meta: [{ title: 'Audit' }] }),
  component: Audit,
})

function Audit() {
  const { api } = Route.useRouteContext()
  const query = useInfiniteQuery(auditQuery(api))
  const acts = query.data?.pages.flatMap((page) => page.acts)
  return (
    <>
      <ScreenHeader title="Audit" />
      {!acts && <NotLoaded {...query} />}
      {acts?.length === 0 && <p>Nothing has been done yet.</p>}
      <ol className="ruled">
        {acts?.map((act) => (
          <Act key={act.id} act={act} />
        ))}
      </ol>
      <NextPage query={query}>Earlier</NextPage>
    </>
  )
}

function Act({ act }: { act: RecordedAct }) {
  return (
    <li className="grid gap-1 py-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-semibold wrap-anywhere">{act.actor}</span>
        <span>{act.action}</span>
        {act.hasFailed && <Badge tone="bad">refused</Badge>}
        <span className="text-ink-mute text-sm">{timeText(act.at)}</span>
      </p>
      <p className="text-ink-soft text-sm wrap-anywhere">
        {[
          act.subject,
          ...Object.entries(act.details).map(([field, value]) => `${field}: ${detailText(value)}`),
          act.device ?? '',
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </li>
  )
}

function detailText(value: unknown): string {
  if (Array.isArray(value) && value.length === 2) return `${detailText(value[0])} → ${detailText(value[1])}`
  if (value === null) return 'none'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
