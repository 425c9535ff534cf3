import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { DeviceAlerts } from '#admin/alert/device-alerts.tsx'
import { ScreenHeader } from '#admin/chrome/shell.tsx'
import { meQuery } from '#admin/data/query.ts'
import { Authenticator } from '#admin/staff/authenticator.tsx'
import { Devices } from '#admin/staff/devices.tsx'
import { Passkeys } from '#admin/staff/passkeys.tsx'
import { Password } from '#admin/staff/password.tsx'
import { isAllowed } from '#shared/contract/permission.ts'

export const Route = createFileRoute('/_staff/account')({
  head: () => ({ meta: [{ title: 'Your account' }] }),
  component: Account,
})

function Account() {
  const { api, me: first } = Route.useRouteContext()
  const me = useQuery(meQuery(api)).data ?? first
  return (
    <>
      <ScreenHeader title="Your account" />
      {me.needsEnrolment && (
        <p role="status" className="notice mb-8 p-4">
          Choose how you sign in from now on. A passkey is one touch; otherwise set a password and an
          authenticator app.
        </p>
      )}
      <p className="mb-8 text-ink-soft">{`${me.name} · ${me.email} · ${me.role}`}</p>
      <div className="grid gap-12">
        <Passkeys me={me} />
        <Password me={me} />
        <Authenticator me={me} />
        {!me.needsEnrolment && isAllowed(me.role, 'alert') && <DeviceAlerts />}
        {!me.needsEnrolment && <Devices me={me} />}
      </div>
    </>
  )
}
