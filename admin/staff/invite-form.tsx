import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { staffQuery } from '#admin/data/query.ts'
import { useAct } from '#admin/data/use-act.ts'
import { inviteForm } from '#shared/contract/admin/staff.ts'
import { ROLES, type Role } from '#shared/contract/permission.ts'
import { Button } from '#ui/button.tsx'
import { Select, TextInput } from '#ui/form/control.tsx'
import { Field, FORM_CHECKS } from '#ui/form/field.tsx'
import { OneTimeLink } from './one-time-link.tsx'

type Fields = { name: string; email: string; role: Role }

export function InviteForm({ onClose }: { onClose: () => void }) {
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  const [link, setLink] = useState<string>()
  const form = useForm<Fields>({
    resolver: zodResolver(inviteForm),
    ...FORM_CHECKS,
    defaultValues: { name: '', email: '', role: 'packer' },
  })
  const { errors } = form.formState
  const { act, isBusy } = useAct({
    call: (body: Fields, sent) => api('post', '/admin/staff', { body }, sent),
    onDone: async (invited) => {
      setLink(invited.link)
      await queryClient.invalidateQueries(staffQuery(api))
    },
    failed: 'Not invited',
  })
  if (link !== undefined) return <OneTimeLink link={link} onClose={onClose} />
  return (
    <form
      noValidate
      className="mb-8 grid gap-4 sm:grid-cols-3"
      onSubmit={form.handleSubmit((fields) => act(fields))}
    >
      <Field label="Name" required error={errors.name?.message}>
        <TextInput {...form.register('name')} autoComplete="off" />
      </Field>
      <Field label="Email" required error={errors.email?.message}>
        <TextInput {...form.register('email')} type="email" inputMode="email" autoComplete="off" />
      </Field>
      <Field label="Role" required>
        <Select
          {...form.register('role')}
          value={form.watch('role')}
          options={ROLES.map((role) => ({ value: role, label: role }))}
        />
      </Field>
      <div className="flex flex-wrap gap-3 sm:col-span-3">
        <Button type="submit" isBusy={isBusy}>
          Send the invitation
        </Button>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
