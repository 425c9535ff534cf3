import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { alertSettingsQuery } from '#admin/data/query.ts'
import { useAct } from '#admin/data/use-act.ts'
import { useSeen } from '#admin/data/use-seen.ts'
import { type AlertSettings, alertSettings } from '#shared/contract/admin/alert.ts'
import { Button } from '#ui/button.tsx'
import { Select, TextInput } from '#ui/form/control.tsx'
import { Field, FORM_CHECKS } from '#ui/form/field.tsx'
import { toast } from '#ui/toast/toast.ts'

const ORDERS = [
  { value: 'each', label: 'A mail for each order' },
  { value: 'daily', label: 'One mail at 8 in the morning, about the day before' },
  { value: 'off', label: 'No mail' },
]

type Fields = { email: string; orders: AlertSettings['orders'] }
const form = alertSettings.extend({ email: z.union([z.literal(''), alertSettings.shape.email.unwrap()]) })
const fieldsOf = ({ email, orders }: AlertSettings): Fields => ({ email: email ?? '', orders })

/** Where alerts are mailed, and what of orders. */
export function AlertSettingsForm({ settings }: { settings: AlertSettings }) {
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  const { register, handleSubmit, watch, reset, formState } = useForm<Fields>({
    resolver: zodResolver(form),
    ...FORM_CHECKS,
    values: fieldsOf(settings),
    // What was typed stays when somebody else changes the others.
    resetOptions: { keepDirtyValues: true },
  })
  const [shown, seeAgain] = useSeen(alertSettingsQuery(api), settings, formState.isDirty)
  const { act, isBusy } = useAct({
    call: (body: AlertSettings & { shown: AlertSettings }, sent) =>
      api('put', '/admin/alert-settings', { body }, sent),
    onDone: (changed) => {
      queryClient.setQueryData(alertSettingsQuery(api).queryKey, changed)
      reset(fieldsOf(changed), { keepDirtyValues: false })
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
      onSubmit={handleSubmit(({ email, orders }) => act({ email: email || null, orders, shown }))}
    >
      <Field
        label="Email"
        error={formState.errors.email?.message}
        hint="Without an address, every owner is written to."
      >
        <TextInput {...register('email')} type="email" inputMode="email" autoComplete="email" />
      </Field>
      <Field label="Paid orders" required>
        <Select {...register('orders')} value={watch('orders')} options={ORDERS} />
      </Field>
      <Button type="submit" className="justify-self-start" isBusy={isBusy}>
        Save
      </Button>
    </form>
  )
}
