import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { renderSVG } from 'uqr'
import { meQuery } from '#admin/data/query.ts'
import { useAct } from '#admin/data/use-act.ts'
import { type Me, secondFactorForm } from '#shared/contract/admin/account.ts'
import { Button } from '#ui/button.tsx'
import { copyText } from '#ui/copy-text.ts'
import { DetailSection } from '#ui/detail.tsx'
import { TextInput } from '#ui/form/control.tsx'
import { Field, FORM_CHECKS } from '#ui/form/field.tsx'
import { useMeAct } from './use-me-act.ts'

export function Authenticator({ me }: { me: Me }) {
  const { api } = useRouter().options.context
  const [offered, setOffered] = useState<{ uri: string; secret: string }>()
  const [codes, setCodes] = useState<string[]>()
  const ask = useAct({
    call: (_: undefined, sent) => api('post', '/admin/authenticator/secret', {}, sent),
    onDone: setOffered,
    failed: 'It could not be started',
  })
  const renew = useAct({
    call: (_: undefined, sent) => api('post', '/admin/recovery-codes', {}, sent),
    onDone: ({ recoveryCodes }) => setCodes(recoveryCodes),
    failed: 'No new codes were made',
  })
  const remove = useMeAct({
    call: (_: undefined, sent) => api('delete', '/admin/authenticator', {}, sent),
    done: 'Authenticator removed',
    failed: 'Not removed',
  })
  return (
    <DetailSection title="Authenticator app">
      <div className="mt-4 grid justify-items-start gap-4">
        {codes && <RecoveryCodes codes={codes} onClose={() => setCodes(undefined)} />}
        {me.hasAuthenticator && !codes && (
          <>
            <p>{`Set up. ${me.recoveryCodesLeft} of 10 recovery codes are left.`}</p>
            <div className="flex flex-wrap gap-3">
              <Button variant="secondary" isBusy={renew.isBusy} onClick={() => renew.act(undefined)}>
                New recovery codes
              </Button>
              <Button variant="secondary" isBusy={remove.isBusy} onClick={() => remove.act(undefined)}>
                Remove
              </Button>
            </div>
          </>
        )}
        {!me.hasAuthenticator && !offered && !codes && (
          <Button variant="secondary" isBusy={ask.isBusy} onClick={() => ask.act(undefined)}>
            Set up an authenticator app
          </Button>
        )}
        {offered && (
          <FirstCode
            offered={offered}
            onDone={(made) => {
              setOffered(undefined)
              setCodes(made)
            }}
          />
        )}
      </div>
    </DetailSection>
  )
}

function FirstCode({
  offered,
  onDone,
}: {
  offered: { uri: string; secret: string }
  onDone: (recoveryCodes: string[]) => void
}) {
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  const form = useForm<{ code: string }>({
    resolver: zodResolver(secondFactorForm),
    ...FORM_CHECKS,
    defaultValues: { code: '' },
  })
  const { act, isBusy } = useAct({
    call: (body: { code: string }, sent) => api('post', '/admin/authenticator', { body }, sent),
    onDone: async ({ recoveryCodes }) => {
      await queryClient.invalidateQueries(meQuery(api))
      onDone(recoveryCodes)
    },
    failed: 'The code was not taken',
  })
  return (
    <>
      <p>Scan this with the app, or type the secret into it. Then enter the 6 digits that it shows.</p>
      <img
        alt="QR code for the authenticator app"
        className="size-48 border border-line bg-white"
        src={`data:image/svg+xml,${encodeURIComponent(renderSVG(offered.uri, { border: 2 }))}`}
      />
      <p className="tabular font-semibold wrap-anywhere">{offered.secret}</p>
      <form
        noValidate
        className="flex flex-wrap items-end gap-3"
        onSubmit={form.handleSubmit((fields) => act(fields))}
      >
        <Field label="Code" required error={form.formState.errors.code?.message}>
          <TextInput {...form.register('code')} inputMode="numeric" autoComplete="one-time-code" />
        </Field>
        <Button type="submit" isBusy={isBusy}>
          Set up
        </Button>
      </form>
    </>
  )
}

/** Shown once: for whoever loses the phone. */
function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <div className="notice grid w-full gap-3 p-4">
      <p>
        Keep these ten codes where you find them without your phone. Each signs you in once. They are not
        shown again.
      </p>
      <ul className="tabular grid grid-cols-2 gap-1 font-semibold">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="secondary"
          onClick={() => void copyText(codes.join('\n'), 'Codes copied', 'Copy these codes')}
        >
          Copy
        </Button>
        <Button onClick={onClose}>I have kept them</Button>
      </div>
    </div>
  )
}
