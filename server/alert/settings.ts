import type { OwnerSetting } from '#server/audit/owner-setting.ts'
import { type AlertSettings, alertSettings } from '#shared/contract/admin/alert.ts'

/** Where alerts go, and which. */
export const ALERT_SETTINGS: OwnerSetting<AlertSettings> = {
  key: 'alerts',
  schema: alertSettings,
  byDefault: { email: null, orders: 'each' },
  action: 'alert.settings',
  subject: 'alerts',
}
