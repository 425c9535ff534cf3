import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { meQuery } from '#admin/data/query.ts'
import { useAct } from '#admin/data/use-act.ts'
import type { Me } from '#shared/contract/admin/account.ts'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/form/control.tsx'
import { Field } from '#ui/form/field.tsx'
import { PasswordInput } from '#ui/form/password-input.tsx'
import { lazyComponent } from '#ui/lazy-component.ts'
import { useConfirm } from './confirm.ts'
import { confirmByPasskey, hasPasskeys } from './passkey.ts'

const Dialog = lazyComponent(() => import('#ui/overlay/dialog.tsx'), 'Dialog')

/** Asks for the second factor again, before what cannot be undone. */
export function ConfirmDialogWhenWanted() {
  const settle = useConfirm((state) => state.settle)
  return (
    settle && (
      <Suspense fallback={null}>
        <Dialog
          title="Is it you?"
          description="This is asked again before what matters most."
          size="sm"
          isOpen
          onClose={() => settle(false)}
        >
          <ConfirmForm onConfirmed={() => settle(true)} />
        </Dialog>
      </Suspense>
    )
  )
}

function ConfirmForm({ onConfirmed }: { onConfirmed: () => void }) {
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  const me = queryClient.getQueryData(meQuery(api).queryKey)
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const onDone = (fresh: Me) => {
    queryClient.setQueryData(meQuery(api).queryKey, fresh)
    onConfirmed()
  }
  const byPasskey = useAct({
    call: () => confirmByPasskey(api),
    onDone,
    failed: 'Not confirmed',
  })
  const byPassword = useAct({
    call: () => api('post', '/admin/confirm', { body: { password, ...(code === '' ? {} : { code }) } }),
    onDone,
    failed: 'Not confirmed',
  })
  return (
    <div className="grid gap-6">
      {me !== undefined && me.passkeys.length > 0 && hasPasskeys() && (
        <Button size="lg" isBusy={byPasskey.isBusy} onClick={() => byPasskey.act(undefined)}>
          Use your passkey
        </Button>
      )}
      {me?.hasPassword && (
        <form
          noValidate
          className="grid gap-5"
          onSubmit={(event) => {
            event.preventDefault()
            byPassword.act(undefined)
          }}
        >
          <Field label="Password" required>
            <PasswordInput
              value={password}
              onChange={(event) => setPassword(event.target.value)}
              autoComplete="current-password"
            />
          </Field>
          {me.hasAuthenticator && (
            <Field label="Code" required hint="The 6 digits of your authenticator app, or a recovery code.">
              <TextInput
                value={code}
                onChange={(event) => setCode(event.target.value)}
                autoComplete="one-time-code"
                autoCapitalize="none"
              />
            </Field>
          )}
          <Button type="submit" variant="secondary" size="lg" isBusy={byPassword.isBusy}>
            Go on
          </Button>
        </form>
      )}
      {me !== undefined && me.passkeys.length === 0 && !me.hasPassword && (
        <p>
          You have neither a passkey nor a password yet. Open a new one-time link, and set one up with it.
        </p>
      )}
    </div>
  )
}
