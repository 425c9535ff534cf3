import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { z } from 'zod'
import { NotLoaded } from '#admin/chrome/load-state.tsx'
import { ScreenHeader } from '#admin/chrome/shell.tsx'
import { moneyQuery } from '#admin/data/query.ts'
import { DayTable } from '#admin/money/day-table.tsx'
import { Files } from '#admin/money/files.tsx'
import { type Period, periodsAt } from '#admin/money/period.ts'
import { ProductTable } from '#admin/money/product-table.tsx'
import type { Money as MoneyData } from '#shared/contract/admin/money.ts'
import { orderCount } from '#shared/item-count.ts'
import { formatNaira } from '#shared/naira.ts'
import { classes } from '#ui/class-name.ts'
import { Detail, DetailSection } from '#ui/detail.tsx'
import { TextInput } from '#ui/form/control.tsx'
import { Field } from '#ui/form/field.tsx'

const day = z.iso.date().optional().catch(undefined)

export const Route = createFileRoute('/_staff/money')({
  validateSearch: z.object({ since: day, until: day }),
  head: () => ({ meta: [{ title: 'Money' }] }),
  component: Money,
})

function Money() {
  const { api } = Route.useRouteContext()
  const search = Route.useSearch()
  const navigate = useNavigate()
  const periods = periodsAt(Date.now())
  const usual = periods.find(({ label }) => label === '30 days')?.period
  const period = { since: search.since ?? usual?.since ?? '', until: search.until ?? usual?.until ?? '' }
  const choose = (changed: Partial<Period>) =>
    void navigate({ to: '/money', search: { ...period, ...changed }, replace: true })
  const query = useQuery(moneyQuery(api, period))
  const money = query.data
  return (
    <>
      <ScreenHeader title="Money" />
      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_auto_auto] sm:items-end">
        <div className="flex flex-wrap gap-2">
          {periods.map(({ label, period: { since, until } }) => {
            const isChosen = since === period.since && until === period.until
            return (
              <button
                key={label}
                type="button"
                aria-pressed={isChosen}
                className={classes(
                  'label min-h-11 border border-line-strong px-4 text-2xs',
                  isChosen && 'chosen',
                )}
                onClick={() => choose({ since, until })}
              >
                {label}
              </button>
            )
          })}
        </div>
        <Day label="From" value={period.since} onChange={(since) => choose({ since })} />
        <Day label="To" value={period.until} onChange={(until) => choose({ until })} />
      </div>
      {!money && <NotLoaded {...query} />}
      {money && (
        <div aria-busy={query.isPlaceholderData} className="mt-8 grid gap-10 aria-busy:cursor-progress">
          <div className="grid gap-10 lg:grid-cols-2">
            <Total money={money} />
            <Files period={period} />
          </div>
          <DayTable days={money.days} />
          <ProductTable products={money.products} />
        </div>
      )}
    </>
  )
}

/** An incomplete date is none. */
function Day({ label, value, onChange }: { label: string; value: string; onChange: (day: string) => void }) {
  return (
    <Field label={label} required>
      <TextInput
        type="date"
        value={value}
        onChange={(event) => event.target.value !== '' && onChange(event.target.value)}
      />
    </Field>
  )
}

function Total({ money: { total, feesUnknown, agreement } }: { money: MoneyData }) {
  return (
    <DetailSection title={orderCount(total.orders)}>
      <p className="amount pt-3 text-d-sm">{formatNaira(total.net)}</p>
      <p className="text-ink-soft text-sm">net of refunds and fees</p>
      <dl className="mt-3">
        <Detail term="Goods">{formatNaira(total.goods)}</Detail>
        <Detail term="Delivery">{formatNaira(total.delivery)}</Detail>
        <Detail term="Refunds">{formatNaira(-total.refunds)}</Detail>
        <Detail term="Fees">
          {formatNaira(-total.fees)}
          {feesUnknown > 0 && (
            <span className="block font-normal text-ink-mute text-sm">{`Not told of ${feesUnknown} ${feesUnknown === 1 ? 'payment' : 'payments'}.`}</span>
          )}
        </Detail>
      </dl>
      <p className={classes('mt-4', !agreement.isAgreed && 'notice p-4')}>{agreement.text}</p>
    </DetailSection>
  )
}
