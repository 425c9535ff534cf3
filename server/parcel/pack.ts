import { recordAct } from '#server/audit/store.ts'
import type { Database } from '#server/db/connection.ts'
import { noteAllPacked } from '#server/order/packed-store.ts'
import { listParcelsOf, type PackedLine } from '#server/order/parcel-list-store.ts'
import type { By } from '#server/staff/member.ts'
import type { PackForm } from '#shared/contract/admin/parcel.ts'
import { ShopError } from '#shared/errors.ts'
import { itemCount } from '#shared/item-count.ts'
import { orderNumber } from '#shared/order-number.ts'
import { lockPaidOrder, type ParcelDependencies, refuseObstacles } from './locked.ts'
import { queueParcelMail } from './queue-mail.ts'
import { insertParcel, listExchangesLeft, listLeft } from './store.ts'

/**
 * Packs a parcel of an order: what is left of it, these lines, or what the buyer gets in an exchange. Returns the parcel's id.
 * `shown` is how many parcels the order had when whoever packs has looked.
 */
export async function packOrder(
  tx: Database,
  { jobs, now }: ParcelDependencies,
  by: By,
  { orderId, lines, exchange, shown, anyway = false }: PackForm & { orderId: string },
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
    exchange === undefined ? await pickLines(tx, orderId, lines) : await pickExchange(tx, orderId, exchange)
  const number = (last?.number ?? 0) + 1
  const id = await insertParcel(tx, {
    orderId,
    number,
    exchange: exchange ?? null,
    lines: exchange === undefined ? packed : [],
    packedBy: by.actor,
    packedAt: now(),
  })
  await noteAllPacked(tx, orderId, now())
  await queueParcelMail(tx, jobs, order, { id, state: 'packed' }, now())
  const units = packed.reduce((sum, { quantity }) => sum + quantity, 0)
  const details = {
    note: `parcel ${number}, ${itemCount(units)}${exchange === undefined ? '' : ' in exchange'}`,
    lines: packed,
    anyway,
  }
  await recordAct(tx, { ...by, action: 'parcel.pack', subject: orderId, details }, now())
  return id
}

/** What is left, or these lines of it. */
async function pickLines(
  tx: Database,
  orderId: string,
  lines: readonly PackedLine[] | undefined,
): Promise<PackedLine[]> {
  const left = await listLeft(tx, orderId)
  if (left.length === 0)
    throw new ShopError('REFUSED', `Everything of order #${orderNumber(orderId)} is in parcels already.`)
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
