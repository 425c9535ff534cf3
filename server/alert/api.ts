import type { Dependencies } from '#server/dependencies.ts'
import { createAdminRouter } from '#server/staff/admin-router.ts'
import { changeAlertSettings as changeRoute, getAlertSettings } from '#shared/contract/admin/alert.ts'
import { changeAlertSettings } from './settings.ts'
import { readAlertSettings } from './settings-store.ts'

export function alertApi(dependencies: Pick<Dependencies, 'db' | 'now' | 'settings'>) {
  const { db, now } = dependencies
  const admin = createAdminRouter(dependencies)
  admin.serve(getAlertSettings, () => readAlertSettings(db))
  admin.act(changeRoute, (tx, { by, body: { shown, ...wanted } }) =>
    changeAlertSettings(tx, by, { shown, wanted }, now()),
  )
  return admin.routes
}
