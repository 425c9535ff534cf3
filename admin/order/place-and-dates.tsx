import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { placesQuery } from '#admin/data/catalogue-query.ts'
import type { OrderFilter } from '#shared/contract/admin/order.ts'
import { type Day, dayNumber, dayOf } from '#shared/holiday.ts'
import { lagosDayNumber, lagosHourMs } from '#shared/lagos-time.ts'
import { Select, TextInput } from '#ui/form/control.tsx'
import { Field } from '#ui/form/field.tsx'

/** So many days before the day in Lagos. */
const dayAt = (iso: string | undefined, days = 0): Day =>
  iso === undefined ? '' : dayOf(lagosDayNumber(Date.parse(iso)) - days)
/** When a day begins in Lagos, so many days later. */
const startOf = (day: Day, days = 0): string | undefined =>
  day === '' ? undefined : new Date(lagosHourMs(dayNumber(day) + days, 0)).toISOString()

type Chosen = Pick<OrderFilter, 'place' | 'since' | 'until'>

/** Where orders go to, and in which days, both included, they were placed or paid. */
export function PlaceAndDates({
  chosen: { place, since, until },
  onChange,
}: {
  chosen: Chosen
  onChange: (changed: Chosen) => void
}) {
  const { api } = useRouter().options.context
  const { data: places = [] } = useQuery(placesQuery(api))
  // A place that the shop no longer serves is still that of older orders.
  const names = new Set([...places.map((each) => each.place), ...(place === undefined ? [] : [place])])
  return (
    <div className="mt-3 grid gap-4 sm:grid-cols-3">
      <Field label="Place">
        <Select
          value={place ?? ''}
          onChange={({ target: { value } }) => onChange({ place: value === '' ? undefined : value })}
          options={[
            { value: '', label: 'Everywhere' },
            ...[...names].map((name) => ({ value: name, label: name })),
          ]}
        />
      </Field>
      <Field label="From">
        <TextInput
          type="date"
          value={dayAt(since)}
          onChange={({ target: { value } }) => onChange({ since: startOf(value) })}
        />
      </Field>
      <Field label="To">
        <TextInput
          type="date"
          value={dayAt(until, 1)}
          onChange={({ target: { value } }) => onChange({ until: startOf(value, 1) })}
        />
      </Field>
    </div>
  )
}
