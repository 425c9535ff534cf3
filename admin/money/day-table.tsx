import type { Money } from '#shared/contract/admin/money.ts'
import { lagosDayOfYear } from '#shared/lagos-time.ts'
import { formatNaira } from '#shared/naira.ts'
import { DetailSection } from '#ui/detail.tsx'
import { ScrollRegion } from '#ui/scroll-region.tsx'

const HEADS = ['Day', 'Orders', 'Goods', 'Delivery', 'Refunds', 'Fees', 'Net']

/** The net of each day as bars, and every sum as a table; the newest day first, days without any left out. */
export function DayTable({ days }: { days: Money['days'] }) {
  const most = Math.max(...days.map(({ net }) => Math.abs(net)), 1)
  const told = days.filter(({ orders, refunds }) => orders > 0 || refunds > 0).toReversed()
  return (
    <DetailSection title="By day">
      <div aria-hidden="true" className="mt-4 flex h-28 items-end gap-px">
        {days.map(({ day, net }) => (
          <span
            key={day}
            title={`${lagosDayOfYear(`${day}T12:00:00Z`)}: ${formatNaira(net)}`}
            className={net < 0 ? 'grow bg-accent' : 'grow bg-ink'}
            style={{ height: `max(1px, ${(Math.abs(net) / most) * 100}%)` }}
          />
        ))}
      </div>
      {told.length === 0 ? (
        <p className="py-6 text-ink-soft">Nothing was paid or returned in these days.</p>
      ) : (
        <ScrollRegion label="By day" className="mt-4">
          <table className="w-full text-right text-sm">
            <caption className="sr-only">Taken and returned by day</caption>
            <thead>
              <tr className="label text-2xs">
                {HEADS.map((head, place) => (
                  <th key={head} scope="col" className={place === 0 ? 'py-2 pr-4 text-left' : 'py-2 pl-4'}>
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {told.map(({ day, orders, goods, delivery, refunds, fees, net }) => (
                <tr key={day} className="border-line border-t">
                  <th scope="row" className="whitespace-nowrap py-2 pr-4 text-left font-semibold">
                    {lagosDayOfYear(`${day}T12:00:00Z`)}
                  </th>
                  <td className="tabular pl-4">{orders}</td>
                  {[goods, delivery, refunds, fees].map((sum, place) => (
                    <td key={HEADS[place + 2]} className="money whitespace-nowrap pl-4">
                      {formatNaira(sum)}
                    </td>
                  ))}
                  <td className="money whitespace-nowrap pl-4 font-bold">{formatNaira(net)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </DetailSection>
  )
}
