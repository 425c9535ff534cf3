import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { buyerMailsQuery } from '#admin/data/query.ts'
import { useAct } from '#admin/data/use-act.ts'
import { useSeen } from '#admin/data/use-seen.ts'
import type { BuyerMails } from '#shared/contract/admin/late.ts'
import { Button } from '#ui/button.tsx'
import { Select } from '#ui/form/control.tsx'
import { Field } from '#ui/form/field.tsx'
import { toast } from '#ui/toast/toast.ts'

const PACKED = [
  { value: 'no', label: 'No mail' },
  { value: 'yes', label: 'A mail' },
]
const LATE = [
  { value: 'no', label: 'Only when we press New date' },
  { value: 'yes', label: 'By itself, with the new date' },
]

/** What buyers are mailed beside what they always are: that a parcel was sent, and delivered. */
export function BuyerMailsForm({ settings }: { settings: BuyerMails }) {
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  const [changes, setChanges] = useState<Partial<BuyerMails>>({})
  const [shown, seeAgain] = useSeen(buyerMailsQuery(api), settings, Object.keys(changes).length > 0)
  const wanted = { ...shown, ...changes }
  const { act, isBusy } = useAct({
    call: (body: BuyerMails & { shown: BuyerMails }, sent) =>
      api('put', '/admin/buyer-mails', { body }, sent),
    onDone: (changed) => {
      queryClient.setQueryData(buyerMailsQuery(api).queryKey, changed)
      setChanges({})
      toast({ title: 'Saved', tone: 'success' })
    },
    failed: 'Not saved',
    onRefused: ({ body }) => {
      if (body?.code === 'CHANGED_MEANWHILE') seeAgain()
      return false
    },
  })
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        act({ ...wanted, shown })
      }}
    >
      <Field label="When a parcel is packed" required>
        <Select
          value={wanted.packed ? 'yes' : 'no'}
          options={PACKED}
          onChange={({ target }) => setChanges({ ...changes, packed: target.value === 'yes' })}
        />
      </Field>
      <Field label="When an order is not sent by the promised day" required>
        <Select
          value={wanted.late ? 'yes' : 'no'}
          options={LATE}
          onChange={({ target }) => setChanges({ ...changes, late: target.value === 'yes' })}
        />
      </Field>
      <Button type="submit" className="justify-self-start" isBusy={isBusy}>
        Save
      </Button>
    </form>
  )
}
