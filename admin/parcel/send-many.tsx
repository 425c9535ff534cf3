import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useUnsaved } from '#admin/data/unsaved.ts'
import { useMany } from '#admin/data/use-many.ts'
import { type PackItem, type SendForm, sendForm } from '#shared/contract/admin/parcel.ts'
import { Button } from '#ui/button.tsx'
import { DetailSection } from '#ui/detail.tsx'
import { toast } from '#ui/toast/toast.ts'
import { useFocusAround } from '#ui/use-focus-around.ts'
import { CourierField, courierOf, keepCourier, lastCourier, TrackingField } from './courier-fields.tsx'
import { PackRow } from './pack-item.tsx'

type ParcelToSend = SendForm & { id: string }

/** What is typed stays with its row, also if the parcel was unpacked and packed again meanwhile. */
const rowOf = ({ orderId, parcel }: PackItem) => `${orderId} ${parcel?.number}`

/** The parcels that wait for a courier: who brings them is said once, the number of each beside it. */
export function SendMany({ items }: { items: readonly PackItem[] }) {
  const [chosen, setChosen] = useState(lastCourier)
  const [courierError, setCourierError] = useState<string>()
  const [numbers, setNumbers] = useState<ReadonlyMap<string, string>>(new Map())
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const { api } = useRouter().options.context
  const { run, errors, isBusy } = useMany<ParcelToSend>(({ id, ...body }, sent) =>
    api('post', '/admin/parcel/{id}/send', { params: { id }, body }, sent),
  )
  const parcels = items.flatMap((item) => (item.parcel === null ? [] : [{ ...item, parcel: item.parcel }]))
  useUnsaved(parcels.some((item) => numbers.has(rowOf(item))))
  const going = parcels.filter((item) => !left.has(rowOf(item)))
  const onSend = async () => {
    const courier = courierOf(chosen)
    if (!sendForm.shape.courier.safeParse(courier).success) return setCourierError('Say who brings it')
    setCourierError(undefined)
    keepCourier(courier)
    const sent = await run(
      going.map((item) => ({
        id: item.parcel.id,
        courier,
        tracking: (numbers.get(rowOf(item)) ?? '').trim(),
      })),
    )
    if (sent === going.length) toast({ title: `${sent} sent`, tone: 'success' })
    else toast({ title: `${sent} sent, ${going.length - sent} not`, tone: 'destructive' })
  }
  return (
    <form
      noValidate
      className="grid gap-6"
      onSubmit={(event) => {
        event.preventDefault()
        void onSend()
      }}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <CourierField value={chosen} onChange={setChosen} error={courierError} />
      </div>
      <DetailSection title={`${parcels.length} ${parcels.length === 1 ? 'parcel' : 'parcels'}`}>
        <ul className="ruled">
          {parcels.map((item) => {
            const row = rowOf(item)
            return (
              <PackRow key={row} item={item}>
                <div className="flex items-end gap-3">
                  <label className="flex min-h-11 min-w-11 items-center justify-center">
                    <input
                      type="checkbox"
                      className="size-6"
                      aria-label={`Send #${item.number}`}
                      checked={!left.has(row)}
                      onChange={(event) => {
                        const next = new Set(left)
                        if (event.target.checked) next.delete(row)
                        else next.add(row)
                        setLeft(next)
                      }}
                    />
                  </label>
                  <div className="min-w-0 grow">
                    <TrackingField
                      label={`Tracking number or link of #${item.number}`}
                      value={numbers.get(row) ?? ''}
                      onChange={(tracking) => setNumbers(new Map(numbers).set(row, tracking))}
                      error={errors.get(item.parcel.id)}
                    />
                  </div>
                </div>
              </PackRow>
            )
          })}
        </ul>
      </DetailSection>
      <Button
        ref={useFocusAround<HTMLButtonElement>()}
        type="submit"
        variant="accent"
        size="lg"
        isBusy={isBusy}
        disabled={going.length === 0}
      >
        {`Send ${going.length}`}
      </Button>
    </form>
  )
}
