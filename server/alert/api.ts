import { changeSetting, readSetting } from '#server/audit/owner-setting.ts'
import type { Database } from '#server/db/connection.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { createAdminRouter } from '#server/staff/admin-router.ts'
import { listPushDevices } from '#server/staff/push-store.ts'
import { changeAlertSettings, getAlertSettings } from '#shared/contract/admin/alert.ts'
import { addPushDevice, listPushDevices as listRoute, removePushDevice } from '#shared/contract/admin/push.ts'
import { enrolDevice, removeDevice } from './push/enrol.ts'
import { getVapidKeys } from './push/vapid.ts'
import { ALERT_SETTINGS } from './settings.ts'

export function alertApi(dependencies: Pick<Dependencies, 'db' | 'now' | 'settings'>) {
  const { db, now } = dependencies
  const admin = createAdminRouter(dependencies)
  admin.serve(getAlertSettings, () => readSetting(db, ALERT_SETTINGS))
  admin.act(changeAlertSettings, (tx, { by, body: { shown, ...wanted } }) =>
    changeSetting(tx, ALERT_SETTINGS, by, { wanted, shown }, now()),
  )

  const devicesOf = async (tx: Database, { session }: { session: { memberId: string } }) => ({
    publicKey: (await getVapidKeys(tx)).publicKey,
    devices: await listPushDevices(tx, session.memberId),
  })
  admin.serve(listRoute, (self) => devicesOf(db, self))
  admin.act(addPushDevice, async (tx, self) => {
    await enrolDevice(tx, dependencies, self, self.body)
    return devicesOf(tx, self)
  })
  admin.act(removePushDevice, async (tx, self) => {
    await removeDevice(tx, dependencies, self, self.params.id)
    return devicesOf(tx, self)
  })
  return admin.routes
}
