import type { Today } from '#shared/contract/admin/today.ts'
import { orderCount } from '#shared/item-count.ts'
import { lagosDayOfYear } from '#shared/lagos-time.ts'
import { formatNaira } from '#shared/naira.ts'
import { DetailSection } from '#ui/detail.tsx'

/** Today's takings beside those of a week ago, and two weeks as bars, with the same as a table for whoever cannot see them. */
export function Takings({ takings }: { takings: NonNullable<Today['takings']> }) {
  const most = Math.max(...takings.days.map(({ takings: each }) => each), 1)
  return (
    <DetailSection title="Takings">
      <p className="amount pt-3 text-d-sm">{formatNaira(takings.today)}</p>
      <p className="text-ink-soft text-sm">
        {`${orderCount(takings.orders)} · ${formatNaira(takings.sameDayLastWeek)} the same day last week`}
      </p>
      <div aria-hidden="true" className="mt-4 flex h-20 items-end gap-1">
        {takings.days.map(({ day, takings: each }, place) => (
          <span
            key={day}
            className={place === takings.days.length - 1 ? 'grow bg-accent' : 'grow bg-ink'}
            style={{ height: `max(2px, ${(each / most) * 100}%)` }}
          />
        ))}
      </div>
      {/* A table is as wide as its words, also where its width is set. */}
      <div className="sr-only">
        <table>
          <caption>Takings of the last two weeks</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Takings</th>
            </tr>
          </thead>
          <tbody>
            {takings.days.map(({ day, takings: each }) => (
              <tr key={day}>
                <th scope="row">{lagosDayOfYear(`${day}T12:00:00Z`)}</th>
                <td>{formatNaira(each)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </DetailSection>
  )
}
