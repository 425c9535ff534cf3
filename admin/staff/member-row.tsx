import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { timeText } from '#admin/chrome/time-text.ts'
import { staffQuery } from '#admin/data/query.ts'
import { useAct } from '#admin/data/use-act.ts'
import type { Member } from '#shared/contract/admin/staff.ts'
import { ROLES, type Role } from '#shared/contract/permission.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Select } from '#ui/form/control.tsx'
import { Field } from '#ui/form/field.tsx'
import { toast } from '#ui/toast/toast.ts'
import { OneTimeLink } from './one-time-link.tsx'

type State = { name: string; role: Role; isSuspended: boolean }

const STATE_TONE = { invited: 'wait', active: 'good', suspended: 'bad' } as const

const seenText = ({ lastSeenAt }: Member) =>
  lastSeenAt === null ? 'never signed in' : `last seen ${timeText(lastSeenAt)}`

/** A person, and below it, once opened, what can be done. */
export function MemberRow({ member }: { member: Member }) {
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  /** Undefined until another is chosen: the row then follows what others change. */
  const [chosen, setChosen] = useState<Role>()
  const role = chosen ?? member.role
  const [link, setLink] = useState<string>()
  const isSuspended = member.state === 'suspended'
  const params = { id: member.id }
  const shown = { name: member.name, role: member.role, isSuspended }
  const onDone = async () => {
    toast({ title: 'Saved', tone: 'success' })
    await queryClient.invalidateQueries(staffQuery(api))
  }
  const change = useAct({
    call: (body: State & { shown: State }, sent) => api('put', '/admin/staff/{id}', { params, body }, sent),
    onDone: async () => {
      await onDone()
      setChosen(undefined)
    },
    failed: 'Not saved',
    onRefused: ({ body }) => {
      if (body?.code === 'CHANGED_MEANWHILE') void queryClient.invalidateQueries(staffQuery(api))
      return false
    },
  })
  const renew = useAct({
    call: (_: undefined, sent) => api('post', '/admin/staff/{id}/link', { params }, sent),
    onDone: (renewed) => setLink(renewed.link),
    failed: 'No link was made',
  })
  const signOut = useAct({
    call: (_: undefined, sent) => api('delete', '/admin/staff/{id}/session', { params }, sent),
    onDone,
    failed: 'Not signed out',
  })
  return (
    <li>
      <details className="py-3">
        <summary className="grid items-center gap-x-6 gap-y-1 sm:grid-cols-2">
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-semibold wrap-anywhere">{member.name}</span>
            <Badge tone="plain">{member.role}</Badge>
            <Badge tone={STATE_TONE[member.state]}>{member.state}</Badge>
          </span>
          <span className="grid text-ink-mute text-sm">
            <span className="wrap-anywhere">{member.email}</span>
            <span>{`${seenText(member)}${member.hasSecondFactor ? '' : ' · no second factor'}`}</span>
          </span>
        </summary>
        <div className="grid gap-4 py-4">
          {link && <OneTimeLink link={link} onClose={() => setLink(undefined)} />}
          <div className="flex flex-wrap items-end gap-3">
            <Field label="Role" required>
              <Select
                value={role}
                onChange={(event) => setChosen(event.target.value as Role)}
                options={ROLES.map((each) => ({ value: each, label: each }))}
              />
            </Field>
            {role !== member.role && (
              <Button isBusy={change.isBusy} onClick={() => change.act({ ...shown, role, shown })}>
                {`Save: ${member.role} → ${role}`}
              </Button>
            )}
          </div>
          <div className="flex flex-wrap gap-3">
            <Button
              variant="secondary"
              isBusy={change.isBusy}
              onClick={() => change.act({ ...shown, isSuspended: !isSuspended, shown })}
            >
              {isSuspended ? 'Reinstate' : 'Suspend'}
            </Button>
            <Button variant="secondary" isBusy={signOut.isBusy} onClick={() => signOut.act(undefined)}>
              Sign out everywhere
            </Button>
            <Button variant="secondary" isBusy={renew.isBusy} onClick={() => renew.act(undefined)}>
              Lost phone: new link
            </Button>
          </div>
        </div>
      </details>
    </li>
  )
}
