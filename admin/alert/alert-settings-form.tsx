import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { alertSettingsQuery } from '#admin/data/query.ts'
import { useAct } from '#admin/data/use-act.ts'
import { useSeen } from '#admin/data/use-seen.ts'
import { type AlertSettings, alertSettings } from '#shared/contract/admin/alert.ts'
import { Button } from '#ui/button.tsx'
import { Select, TextInput } from '#ui/form/control.tsx'
import { Field } from '#ui/form/field.tsx'
import { toast } from '#ui/toast/toast.ts'

const ORDERS: { value: AlertSettings['orders']; label: string }[] = [
  { value: 'each', label: 'A mail for each order' },
  { value: 'daily', label: 'One mail at 8 in the morning, about the day before' },
  { value: 'off', label: 'No mail' },
]

/** Where alerts are mailed, and what of orders. */
export function AlertSettingsForm({ settings }: { settings: AlertSettings }) {
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  const [changes, setChanges] = useState<Partial<AlertSettings>>({})
  const [shown, see] = useSeen(settings, Object.keys(changes).length > 0)
  const { email, orders } = { ...shown, ...changes }
  const [isChecked, setChecked] = useState(false)
  const problem = alertSettings.shape.email.safeParse(email || null).error?.issues[0]?.message
  const { act, isBusy } = useAct({
    call: (body: AlertSettings & { shown: AlertSettings }, sent) =>
      api('put', '/admin/alert-settings', { body }, sent),
    onDone: (changed) => {
      queryClient.setQueryData(alertSettingsQuery(api).queryKey, changed)
      setChanges({})
      toast({ title: 'Saved', tone: 'success' })
    },
    failed: 'Not saved',
    onRefused: ({ body }) => {
      if (body?.code === 'CHANGED_MEANWHILE')
        void queryClient.fetchQuery({ ...alertSettingsQuery(api), staleTime: 0 }).then(see, () => {})
      return false
    },
  })
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        setChecked(true)
        if (problem === undefined) act({ email: email || null, orders, shown })
      }}
    >
      <Field
        label="Email"
        error={isChecked ? problem : undefined}
        hint="Without an address, every owner is written to."
      >
        <TextInput
          type="email"
          inputMode="email"
          autoComplete="email"
          value={email ?? ''}
          onBlur={() => setChecked(true)}
          onChange={({ target }) => setChanges({ ...changes, email: target.value })}
        />
      </Field>
      <Field label="Paid orders" required>
        <Select
          value={orders}
          options={ORDERS}
          onChange={({ target }) =>
            setChanges({ ...changes, orders: target.value as AlertSettings['orders'] })
          }
        />
      </Field>
      <Button type="submit" className="justify-self-start" isBusy={isBusy}>
        Save
      </Button>
    </form>
  )
}
