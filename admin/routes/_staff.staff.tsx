import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { NotLoaded } from '#admin/chrome/load-state.tsx'
import { ScreenHeader } from '#admin/chrome/shell.tsx'
import { staffQuery } from '#admin/data/query.ts'
import { InviteForm } from '#admin/staff/invite-form.tsx'
import { MemberRow } from '#admin/staff/member-row.tsx'
import { Button } from '#ui/button.tsx'

export const Route = createFileRoute('/_staff/staff')({
  head: () => ({ meta: [{ title: 'People' }] }),
  component: People,
})

function People() {
  const { api } = Route.useRouteContext()
  const { data, error, refetch } = useQuery(staffQuery(api))
  const [isInviting, setInviting] = useState(false)
  return (
    <>
      <ScreenHeader title="People">
        <Button onClick={() => setInviting(true)}>Invite</Button>
      </ScreenHeader>
      {isInviting && <InviteForm onClose={() => setInviting(false)} />}
      {!data && <NotLoaded error={error} refetch={refetch} />}
      <ul className="ruled">
        {data?.members.map((member) => (
          <MemberRow key={member.id} member={member} />
        ))}
      </ul>
    </>
  )
}
