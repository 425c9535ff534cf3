import { zodResolver } from '@hookform/resolvers/zod'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { useAct } from '#admin/data/use-act.ts'
import { packerNames, useWaiting } from '#admin/parcel/waiting.ts'
import { useEnter } from '#admin/staff/enter.ts'
import { EntryFrame } from '#admin/staff/entry-frame.tsx'
import { hasPasskeys, logInByPasskey } from '#admin/staff/passkey.ts'
import { secondFactorForm } from '#shared/contract/admin/account.ts'
import { staffLoginForm } from '#shared/contract/admin/sign-in.ts'
import { orderCount } from '#shared/item-count.ts'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/form/control.tsx'
import { Field, FORM_CHECKS } from '#ui/form/field.tsx'
import { PasswordInput } from '#ui/form/password-input.tsx'

export const Route = createFileRoute('/login')({
  validateSearch: z.object({ next: z.string().optional().catch(undefined) }),
  head: () => ({ meta: [{ title: 'Sign in' }] }),
  component: Login,
})

type Fields = { email: string; password: string; code: string }

function Login() {
  const { api } = useRouter().options.context
  const { next } = Route.useSearch()
  const enter = useEnter()
  const [needsCode, setNeedsCode] = useState(false)
  const form = useForm<Fields>({
    resolver: zodResolver(
      needsCode ? staffLoginForm.extend(secondFactorForm.shape) : staffLoginForm,
    ) as never,
    ...FORM_CHECKS,
    defaultValues: { email: '', password: '', code: '' },
  })
  const { errors } = form.formState
  const byPassword = useAct({
    call: ({ email, password, code }: Fields) =>
      api('post', '/admin/login', { body: { email, password, ...(needsCode ? { code } : {}) } }),
    onDone: (me) => enter(me, next),
    failed: 'Not signed in',
    onRefused: ({ body }) => {
      if (body?.code !== 'SECOND_FACTOR_NEEDED') return false
      setNeedsCode(true)
      requestAnimationFrame(() => form.setFocus('code'))
      return true
    },
  })
  const byPasskey = useAct({
    call: () => logInByPasskey(api),
    onDone: (me) => enter(me, next),
    failed: 'Not signed in',
  })
  const waiting = useWaiting()
  return (
    <EntryFrame title="Sign in" lead="For the people who run the shop.">
      {waiting.length > 0 && (
        <p role="status" className="notice p-4">
          {`${orderCount(waiting.length)} packed here, which the shop does not know of yet. ${packerNames(waiting)} must sign in for it to be told.`}
        </p>
      )}
      {hasPasskeys() && (
        <Button size="lg" isBusy={byPasskey.isBusy} onClick={() => byPasskey.act(undefined)}>
          Sign in with a passkey
        </Button>
      )}
      <form
        noValidate
        className="grid gap-5 border-line border-t pt-6"
        onSubmit={form.handleSubmit((fields) => byPassword.act(fields))}
      >
        <Field label="Email" required error={errors.email?.message}>
          <TextInput {...form.register('email')} type="email" inputMode="email" autoComplete="username" />
        </Field>
        <Field label="Password" required error={errors.password?.message}>
          <PasswordInput {...form.register('password')} autoComplete="current-password" />
        </Field>
        {needsCode && (
          <Field
            label="Code"
            required
            error={errors.code?.message}
            hint="The 6 digits of your authenticator app, or a recovery code."
          >
            <TextInput {...form.register('code')} autoComplete="one-time-code" autoCapitalize="none" />
          </Field>
        )}
        <Button type="submit" variant="secondary" size="lg" isBusy={byPassword.isBusy}>
          Sign in
        </Button>
      </form>
    </EntryFrame>
  )
}
