import { type By, recordAct } from '#server/audit/store.ts'
import type { Database } from '#server/db/connection.ts'
import { noteAllPacked } from '#server/order/packed-store.ts'
import { listParcelsOf, type PackedLine, type Parcel } from '#server/order/parcel-list-store.ts'
import type { PackForm } from '#shared/contract/admin/parcel.ts'
import { MINUTE_MS } from '#shared/duration.ts'
import { ShopError } from '#shared/errors.ts'
import { countPieces, itemCount } from '#shared/item-count.ts'
import { lagosMoment } from '#shared/lagos-time.ts'
import { orderNumber } from '#shared/order-number.ts'
import { lockPaidOrder, type ParcelDependencies, refuseObstacles } from './locked.ts'
import { queueParcelMail } from './queue-mail.ts'
import { insertParcel, listExchangesLeft, listLeft } from './store.ts'

/**
 * Packs a parcel of an order: what is left of it, these lines, or what the buyer gets in an exchange. Returns the parcel's id.
 * `shown` is how many parcels the order had when whoever packs has looked; `agoS`, for how long the act waited on a device without a
 * network.
 */
export async function packOrder(
  tx: Database,
  { jobs, now }: ParcelDependencies,
  by: By,
  {
    orderId,
    lines,
    exchange,
    shown,
    anyway = false,
    agoS = 0,
  }: PackForm & { orderId: string; agoS?: number | undefined },
): Promise<string> {
  const order = await lockPaidOrder(tx, orderId)
  await refuseObstacles(tx, orderId, anyway)
  const before = await listParcelsOf(tx, orderId)
  const last = before.at(-1)
  if (shown !== undefined && shown !== before.length)
    throw new ShopError(
      'CHANGED_MEANWHILE',
      last === undefined
        ? 'Somebody has unpacked it meanwhile. Please look again.'
        : `${last.packedBy} packed of order #${orderNumber(orderId)} meanwhile. Please look again.`,
    )
  const packed =
    exchange === undefined
      ? await pickLines(tx, orderId, lines, last)
      : await pickExchange(tx, orderId, exchange)
  const number = (last?.number ?? 0) + 1
  const packedAt = new Date(Math.max(now().getTime() - agoS * 1000, order.confirmedAt?.getTime() ?? 0))
  const id = await insertParcel(tx, {
    orderId,
    number,
    exchange: exchange ?? null,
    lines: exchange === undefined ? packed : [],
    packedBy: by.actor,
    packedAt,
  })
  await noteAllPacked(tx, orderId, now())
  await queueParcelMail(tx, jobs, order, { id, state: 'packed' }, now())
  const units = countPieces(packed)
  const details = {
    note: `parcel ${number}, ${itemCount(units)}${exchange === undefined ? '' : ' in exchange'}${waitedText(packedAt, now())}`,
    lines: packed,
    anyway,
  }
  await recordAct(tx, { ...by, action: 'parcel.pack', subject: orderId, details }, now())
  return id
}

/** In the audit log, whose own time is when the shop heard of it. */
function waitedText(packedAt: Date, now: Date): string {
  if (now.getTime() - packedAt.getTime() < MINUTE_MS) return ''
  return `, packed without a network on ${lagosMoment(packedAt.toISOString())}`
}

/** What is left, or these lines of it. */
async function pickLines(
  tx: Database,
  orderId: string,
  lines: readonly PackedLine[] | undefined,
  last: Parcel | undefined,
): Promise<PackedLine[]> {
  const left = await listLeft(tx, orderId)
  if (left.length === 0)
    throw new ShopError(
      'REFUSED',
      `Everything of order #${orderNumber(orderId)} is in parcels already${last === undefined ? '' : `, packed by ${last.packedBy}`}.`,
    )
  return lines === undefined ? left : chosen(lines, left)
}

async function pickExchange(tx: Database, orderId: string, number: number): Promise<PackedLine[]> {
  const found = (await listExchangesLeft(tx, orderId)).find((each) => each.number === number)
  if (found === undefined)
    throw new ShopError('REFUSED', `This exchange of order #${orderNumber(orderId)} is not to be packed now.`)
  return found.lines.map(({ position, quantity }) => ({ position, quantity }))
}

/** These lines, if so much of each is left. */
function chosen(lines: readonly PackedLine[], left: readonly PackedLine[]): PackedLine[] {
  const leftOf = new Map(left.map(({ position, quantity }) => [position, quantity]))
  const wanted = new Map<number, number>()
  for (const { position, quantity } of lines) wanted.set(position, (wanted.get(position) ?? 0) + quantity)
  for (const [position, quantity] of wanted) {
    const most = leftOf.get(position) ?? 0
    if (quantity > most)
      throw new ShopError(
        'REFUSED',
        `Of line ${position + 1} only ${most} ${most === 1 ? 'piece is' : 'pieces are'} left to pack.`,
      )
  }
  return [...wanted].map(([position, quantity]) => ({ position, quantity }))
}
