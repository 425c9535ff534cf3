import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { placesQuery } from '#admin/data/catalogue-query.ts'
import type { OrderFilter } from '#shared/contract/admin/order.ts'
import { DAY_MS, HOUR_MS } from '#shared/duration.ts'
import { Select, TextInput } from '#ui/form/control.tsx'
import { Field } from '#ui/form/field.tsx'

/** Lagos is an hour ahead, all year. */
const dayOf = (iso: string, laterMs = 0) =>
  new Date(Date.parse(iso) + HOUR_MS + laterMs).toISOString().slice(0, 10)
const startOf = (day: string, laterMs = 0) =>
  `${new Date(Date.parse(day) + laterMs).toISOString().slice(0, 10)}T00:00:00+01:00`

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
          value={since === undefined ? '' : dayOf(since)}
          onChange={({ target: { value } }) => onChange({ since: value === '' ? undefined : startOf(value) })}
        />
      </Field>
      <Field label="To">
        <TextInput
          type="date"
          value={until === undefined ? '' : dayOf(until, -DAY_MS)}
          onChange={({ target: { value } }) =>
            onChange({ until: value === '' ? undefined : startOf(value, DAY_MS) })
          }
        />
      </Field>
    </div>
  )
}
