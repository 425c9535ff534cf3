import { z } from 'zod'
import { failures, id, isoTime, json, jsonBody } from '../route.ts'
import { actKey, adminDelete, adminGet, adminPost } from './route.ts'

/** What a device is told. A message with the tag of one that is still shown takes its place, so that a repeat is not seen. */
export type PushMessage = { title: string; text: string; path: string; tag: string }

/** What the service worker tells a window when its notification was tapped. */
export type TappedPush = Pick<PushMessage, 'title' | 'path'>

const pushDevice = z
  .object({
    id: z.string().meta({ description: 'SHA-256 of the endpoint, hex' }),
    device: z.string().meta({ description: 'Browser and system, in words' }),
    createdAt: isoTime,
  })
  .meta({ id: 'PushDevice' })
export type PushDevice = z.infer<typeof pushDevice>

const pushDevices = z.object({
  publicKey: z.string().meta({ description: "The shop's VAPID key, for pushManager.subscribe" }),
  devices: z.array(pushDevice),
})

/** What pushManager.subscribe gives (Push API), of which these are used. */
const base64url = (chars: number) => z.string().regex(new RegExp(`^[\\w-]{${chars}}=?=?$`), 'Not valid')
const pushSubscription = z.object({
  endpoint: z.url().max(1_000),
  keys: z.object({ p256dh: base64url(87), auth: base64url(22) }),
})

const tags = ['staff']

export const listPushDevices = adminGet('/admin/push', 'alert', {
  summary: 'Your devices that are told of orders and disputes',
  tags,
  responses: { 200: json(pushDevices, 'Devices, newest first') },
})

export const addPushDevice = adminPost('/admin/push', 'alert', {
  summary: 'Tells this device of orders and disputes',
  tags,
  request: { headers: actKey, ...jsonBody(pushSubscription) },
  responses: { 200: json(pushDevices, 'Enrolled'), ...failures(400) },
})

export const removePushDevice = adminDelete('/admin/push/{id}', 'alert', {
  summary: 'Tells one of your devices nothing more',
  tags,
  request: { headers: actKey, params: z.object({ id }) },
  responses: { 200: json(pushDevices, 'Removed') },
})
