import { zodResolver } from '@hookform/resolvers/zod'
import { useRouter } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { type Me, staffPasswordForm } from '#shared/contract/admin/account.ts'
import { Button } from '#ui/button.tsx'
import { DetailSection } from '#ui/detail.tsx'
import { Field, FORM_CHECKS } from '#ui/form/field.tsx'
import { PasswordInput, PasswordOwner } from '#ui/form/password-input.tsx'
import { useMeAct } from './use-me-act.ts'

export function Password({ me }: { me: Me }) {
  const { api } = useRouter().options.context
  const form = useForm<{ password: string }>({
    resolver: zodResolver(staffPasswordForm),
    ...FORM_CHECKS,
    defaultValues: { password: '' },
  })
  const set = useMeAct({
    call: async (body: { password: string }, sent) => {
      const changed = await api('put', '/admin/password', { body }, sent)
      form.reset()
      return changed
    },
    done: 'Password set',
    failed: 'The password was not set',
  })
  return (
    <DetailSection title="Password">
      <form
        noValidate
        className="mt-4 flex flex-wrap items-end gap-3"
        onSubmit={form.handleSubmit((fields) => set.act(fields))}
      >
        <PasswordOwner email={me.email} />
        <Field
          label={me.hasPassword ? 'New password' : 'Password'}
          required
          error={form.formState.errors.password?.message}
          className="min-w-0 grow"
        >
          <PasswordInput {...form.register('password')} autoComplete="new-password" />
        </Field>
        <Button type="submit" variant="secondary" isBusy={set.isBusy}>
          {me.hasPassword ? 'Change it' : 'Set a password'}
        </Button>
      </form>
    </DetailSection>
  )
}
