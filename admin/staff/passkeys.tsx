import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { timeText } from '#admin/chrome/time-text.ts'
import type { Me } from '#shared/contract/admin/account.ts'
import { PASSKEY_NAME_MAX_CHARS } from '#shared/limits.ts'
import { Button } from '#ui/button.tsx'
import { DetailSection } from '#ui/detail.tsx'
import { TextInput } from '#ui/form/control.tsx'
import { Field } from '#ui/form/field.tsx'
import { addPasskey, hasPasskeys } from './passkey.ts'
import { useMeAct } from './use-me-act.ts'

export function Passkeys({ me }: { me: Me }) {
  const { api } = useRouter().options.context
  const [name, setName] = useState('This phone')
  const add = useMeAct({
    call: (given: string, sent) => addPasskey(api, given, sent),
    done: 'Passkey added',
    failed: 'No passkey was added',
  })
  const remove = useMeAct({
    call: (id: string, sent) => api('delete', '/admin/passkey/{id}', { params: { id } }, sent),
    done: 'Passkey removed',
    failed: 'Not removed',
  })
  return (
    <DetailSection title="Passkeys">
      <ul className="ruled">
        {me.passkeys.map((passkey) => (
          <li key={passkey.id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <div>
              <p className="font-semibold wrap-anywhere">{passkey.name}</p>
              <p className="text-ink-mute text-sm">
                {passkey.lastUsedAt === null
                  ? `Added ${timeText(passkey.createdAt)}`
                  : `Last used ${timeText(passkey.lastUsedAt)}`}
              </p>
            </div>
            <Button
              variant="secondary"
              size="sm"
              isBusy={remove.isBusy}
              onClick={() => remove.act(passkey.id)}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      {hasPasskeys() ? (
        <form
          className="mt-4 flex flex-wrap items-end gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            add.act(name)
          }}
        >
          <Field label="Name of the device" required className="min-w-0 grow">
            <TextInput
              value={name}
              maxLength={PASSKEY_NAME_MAX_CHARS}
              onChange={(event) => setName(event.target.value)}
            />
          </Field>
          <Button type="submit" isBusy={add.isBusy}>
            Add a passkey
          </Button>
        </form>
      ) : (
        <p className="mt-4 text-ink-soft">This browser has no passkeys.</p>
      )}
    </DetailSection>
  )
}
