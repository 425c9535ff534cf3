import { timingSafeEqual } from 'node:crypto'
import type { Database } from '#server/db/connection.ts'
import { transact } from '#server/db/retry.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { keyedHash } from '#server/http/keyed-hash.ts'
import { isErased } from '#server/order/erased.ts'
import { lockOrdersWith } from '#server/order/lock-store.ts'
import { PictureError } from '#server/pictures/original.ts'
import { encodePhoto } from '#server/pictures/photo.ts'
import { announceChange } from '#server/staff/live-lists.ts'
import { DAY_MS } from '#shared/duration.ts'
import { ShopError } from '#shared/errors.ts'
import { insertPhoto, type Photo } from './photo-store.ts'
import { listRequestsOf } from './store.ts'

type Which = { number: number; slot: number }

/**
 * Adds a photo to a request that is not answered yet. Sent twice, it is one. Who may add to the order's requests is decided before.
 */
export async function addPhotoTo(
  { db, now }: Pick<Dependencies, 'db' | 'now'>,
  orderId: string,
  { number, slot }: Which,
  sent: Uint8Array,
): Promise<void> {
  await findOpenRequest(db, orderId, number)
  const content = await encodePhoto(sent).catch((error: unknown) => {
    if (!(error instanceof PictureError)) throw error
    throw new ShopError('VALIDATION', `Your photo ${error.message}.`, { cause: error })
  })
  await transact(db, async (tx) => {
    const { order } = await lockOrdersWith(tx, orderId)
    if (isErased(order)) throw new ShopError('NOT_FOUND', 'Order not found')
    const { id } = await findOpenRequest(tx, orderId, number)
    await insertPhoto(tx, { requestId: id, slot, content, addedAt: now() })
    await announceChange(tx)
  })
}

async function findOpenRequest(db: Database, orderId: string, number: number) {
  const request = (await listRequestsOf(db, orderId)).find((each) => each.number === number)
  if (request === undefined) throw new ShopError('NOT_FOUND', 'There is no such request.')
  if (request.state !== 'asked')
    throw new ShopError('REFUSED', 'We have answered already. Reply to our mail to show us more.')
  return request
}

/** Addresses last until the end of the next day in UTC, and are the same all day, so that an open page loads a photo once. */
const DAYS = 2

const dayOf = (now: Date) => Math.floor(now.getTime() / DAY_MS)

/** 160 bits. */
const signature = (appSecret: string, signed: string) =>
  keyedHash(appSecret, `return photo ${signed}`).slice(0, 40)

/** Where its buyer sees a photo: signed, as pictures are asked for without a session. */
export function photoUrl(appSecret: string, { requestId, slot }: Photo, now: Date): string {
  const signed = `${requestId}.${slot}.${dayOf(now)}`
  return `/api/return/photo/${signed}.${signature(appSecret, signed)}`
}

/** Undefined for an address that this shop has not made, or too long ago. */
export function readPhotoToken(appSecret: string, token: string, now: Date): Photo | undefined {
  const [requestId = '', slot = '', day = '', given = ''] = token.split('.')
  const expected = Buffer.from(signature(appSecret, `${requestId}.${slot}.${day}`))
  const actual = Buffer.from(given)
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return undefined
  return dayOf(now) < Number(day) + DAYS ? { requestId, slot: Number(slot) } : undefined
}

/** The response with a photo, which nobody keeps. Throws NOT_FOUND if there is none. */
export function photoResponse(content: Uint8Array | undefined): Response {
  if (content === undefined) throw new ShopError('NOT_FOUND', 'There is no such photo.')
  return new Response(new Uint8Array(content), {
    headers: { 'Content-Type': 'image/jpeg', 'Cache-Control': 'no-store' },
  })
}
