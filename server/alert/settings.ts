import { recordAct } from '#server/audit/store.ts'
import type { Database } from '#server/db/connection.ts'
import type { By } from '#server/staff/member.ts'
import type { AlertSettings } from '#shared/contract/admin/alert.ts'
import { ShopError } from '#shared/errors.ts'
import { lockAlertSettings, writeAlertSettings } from './settings-store.ts'

const FIELDS = ['email', 'orders'] as const

/**
 * Changes where alerts go, and which. `shown` is what whoever decides it has seen: if that has changed meanwhile, nothing is.
 */
export async function changeAlertSettings(
  tx: Database,
  by: By,
  { shown, wanted }: { shown: AlertSettings; wanted: AlertSettings },
  now: Date,
): Promise<AlertSettings> {
  const former = await lockAlertSettings(tx)
  if (FIELDS.some((field) => former[field] !== shown[field]))
    throw new ShopError('CHANGED_MEANWHILE', 'Somebody changed this meanwhile. Please look again.', {
      details: former,
    })
  const changed = FIELDS.filter((field) => former[field] !== wanted[field])
  if (changed.length === 0) return former
  await writeAlertSettings(tx, wanted)
  const details = Object.fromEntries(changed.map((field) => [field, [former[field], wanted[field]]]))
  await recordAct(tx, { ...by, action: 'alert.settings', subject: 'alerts', details }, now)
  return wanted
}
