import { z } from 'zod'
import { email } from '../auth.ts'
import { failures, json, jsonBody } from '../route.ts'
import { actKey, adminGet, adminPut } from './route.ts'

export const ORDER_ALERTS = ['each', 'daily', 'off'] as const

export const alertSettings = z
  .object({
    email: email.nullable().meta({ description: 'Where alerts are mailed; null: to every owner' }),
    orders: z
      .enum(ORDER_ALERTS)
      .meta({ description: 'A mail for each paid order, one each morning about the day before, or none' }),
  })
  .meta({ id: 'AlertSettings' })
export type AlertSettings = z.infer<typeof alertSettings>

const tags = ['staff']

export const getAlertSettings = adminGet('/admin/alert-settings', 'alert.settings', {
  summary: 'What the owner is told by mail, and where',
  tags,
  responses: { 200: json(alertSettings, 'Settings') },
})

export const changeAlertSettings = adminPut('/admin/alert-settings', 'alert.settings', {
  summary: 'Changes what the owner is told by mail, and where',
  tags,
  request: { headers: actKey, ...jsonBody(alertSettings.extend({ shown: alertSettings })) },
  responses: { 200: json(alertSettings, 'Changed'), ...failures(400, 409) },
})
