import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { timeText } from '#admin/chrome/time-text.ts'
import type { Api } from '#admin/data/api.ts'
import { pushDevicesQuery } from '#admin/data/query.ts'
import { Dismissed, type Sent, useAct } from '#admin/data/use-act.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { DetailSection } from '#ui/detail.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast/toast.ts'
import { canPush, findOwnDeviceId, subscribeDevice, unsubscribeDevice } from './push-device.ts'

/** Tells this phone of orders and disputes, also while the admin is closed. */
export function DeviceAlerts() {
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  const { data } = useQuery(pushDevicesQuery(api))
  const { data: ownId = null } = useQuery({ queryKey: ['own-push-device'], queryFn: findOwnDeviceId })
  const refresh = async (devices: Awaited<ReturnType<typeof turnOn>>, done: string) => {
    queryClient.setQueryData(pushDevicesQuery(api).queryKey, devices)
    await queryClient.invalidateQueries({ queryKey: ['own-push-device'] })
    toast({ title: done, tone: 'success' })
  }
  const on = useAct({
    call: (publicKey: string, sent) => turnOn(api, publicKey, sent),
    onDone: (devices) => refresh(devices, 'This device is told from now on'),
    failed: 'Not turned on',
  })
  const off = useAct({
    call: async (id: string, sent) => {
      if (id === ownId) await unsubscribeDevice()
      return api('delete', '/admin/push/{id}', { params: { id } }, sent)
    },
    onDone: (devices) => refresh(devices, 'Turned off'),
    failed: 'Not turned off',
  })
  const isOn = data?.devices.some(({ id }) => id === ownId) ?? false
  return (
    <DetailSection title="Alerts on your devices">
      <p className="max-w-read py-3 text-ink-soft">
        New orders, disputes and mails that could not be delivered ring here, also while the admin is closed.
        From 22 to 7 only a dispute does.
      </p>
      {data === undefined && <Skeleton className="my-3 h-12" />}
      <ul className="ruled">
        {data?.devices.map(({ id, device, createdAt }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <div>
              <p className="flex flex-wrap items-center gap-2 font-semibold">
                {device}
                {id === ownId && <Badge tone="plain">This device</Badge>}
              </p>
              <p className="text-ink-mute text-sm">{`Since ${timeText(createdAt)}`}</p>
            </div>
            <Button variant="secondary" size="sm" isBusy={off.isBusy} onClick={() => off.act(id)}>
              Turn off
            </Button>
          </li>
        ))}
      </ul>
      {data && !isOn && canPush() && (
        <Button className="mt-4" isBusy={on.isBusy} onClick={() => on.act(data.publicKey)}>
          Turn on for this device
        </Button>
      )}
      {!canPush() && (
        <p className="mt-4 text-ink-soft">
          This browser cannot be told. On an iPhone, first add the admin to the home screen and open it there.
        </p>
      )}
    </DetailSection>
  )
}

async function turnOn(api: Api, publicKey: string, sent: Sent) {
  const permission = await Notification.requestPermission()
  if (permission === 'default') throw new Dismissed()
  if (permission === 'denied')
    throw new Error('Notifications of this site are blocked: allow them in the settings of the browser.')
  return api('post', '/admin/push', { body: await subscribeDevice(publicKey) }, sent)
}
