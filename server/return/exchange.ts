import type { Database } from '#server/db/connection.ts'
import {
  changeExchange,
  countExchanged,
  type Exchange,
  type ExchangeLine,
  insertExchange,
  listExchangesOf,
} from '#server/order/exchange-store.ts'
import { noteAllPacked, notePromise } from '#server/order/packed-store.ts'
import { listParcelsOf } from '#server/order/parcel-list-store.ts'
import { listObstacles } from '#server/order/stage-store.ts'
import { announceStockOf, listLines, type Order, type OrderLine } from '#server/order/store.ts'
import { StockShortError } from '#server/stock/move.ts'
import { type StockQuantity, stockKeyText } from '#server/stock/quantity.ts'
import { lockItems, moveStock } from '#server/stock/store.ts'
import { lineName } from '#shared/choice-words.ts'
import { DAY_MS } from '#shared/duration.ts'
import { ShopError } from '#shared/errors.ts'
import { EXCHANGE_HELD_DAYS } from '#shared/limits.ts'
import { countRefunded, type Request } from './store.ts'

/** Which size the buyer gets for an order's line. */
export type WantedSize = { position: number; size: string }

/** What becomes of a request's exchange: one that there is ends, and another begins, with these sizes. */
type Wanted = { sizes: readonly WantedSize[] | null; isRestocked: boolean }

/** The exchange of a request that has not ended. */
export function liveExchange(all: readonly Exchange[], request: Pick<Request, 'id'>): Exchange | undefined {
  return all.find(({ requestId, state }) => requestId === request.id && state !== 'ended')
}

/**
 * Of a locked order's request, ends the exchange that there is and begins one with `sizes`: held while what it is for is on its way,
 * sold at once if that is here. All or nothing: OUT_OF_STOCK says what is not there any more. What only the shop can put back on sale
 * goes there if `isRestocked`.
 */
export async function replaceExchange(
  tx: Database,
  order: Order,
  request: Request,
  { sizes, isRestocked }: Wanted,
  now: Date,
): Promise<void> {
  const all = await listExchangesOf(tx, order.id)
  const ended = liveExchange(all, request)
  if (ended !== undefined) await refusePacked(tx, ended)
  const isHere = request.state === 'received'
  if (isRestocked && !isHere)
    throw new ShopError('REFUSED', 'It is not here yet, so it cannot go back on sale.')
  const bought = await listLines(tx, order.id)
  const begun = sizes === null ? undefined : await planExchange(tx, request, sizes, { all, bought, now })
  const returned = begun && isRestocked ? listReturned(request, all, bought) : []
  const moves = [ended?.lines ?? [], begun?.lines ?? [], returned].flat()
  if (ended !== undefined) await changeExchange(tx, ended, { state: 'ended' })
  if (begun !== undefined) await insertExchange(tx, { ...begun, isRestocked: returned.length > 0 })
  if (isHere) await noteDue(tx, order.id, begun !== undefined, now)
  if (moves.length === 0) return
  await announceStockOf(tx, [order.checkoutId])
  // Last, because other orders wait for the stock's rows.
  await lockItems(tx, moves)
  if (ended !== undefined)
    await moveStock(tx, ended.state === 'held' ? 'release' : 'unsell', order.id, ended.lines, {
      exchange: ended.number,
    })
  if (begun === undefined) return
  await moveStock(tx, isHere ? 'take' : 'hold', order.id, begun.lines, { exchange: begun.number }).catch(
    async (error: unknown) => {
      if (!(error instanceof StockShortError)) throw error
      throw outOfStock(begun, bought, error.left)
    },
  )
  if (returned.length > 0) await putBack(tx, begun, returned)
}

/**
 * What comes back is here: what is held for it is sold, and to be packed. Nothing if nothing is held. Returns whether what came back
 * is on sale.
 */
export async function sellExchange(
  tx: Database,
  order: Order,
  request: Request,
  isRestocked: boolean,
  now: Date,
): Promise<boolean> {
  const all = await listExchangesOf(tx, order.id)
  const held = liveExchange(all, request)
  if (held === undefined) return false
  const bought = await listLines(tx, order.id)
  await refuseGone(tx, request, all, bought)
  const returned = isRestocked ? listReturned(request, all, bought) : []
  await changeExchange(tx, held, { state: 'due', isRestocked: returned.length > 0 })
  await noteDue(tx, order.id, true, now)
  if (returned.length > 0) await announceStockOf(tx, [order.checkoutId])
  await lockItems(tx, [...held.lines, ...returned])
  await moveStock(tx, 'sell', order.id, held.lines, { exchange: held.number })
  if (returned.length > 0) await putBack(tx, held, returned)
  return returned.length > 0
}

/** What is to be packed has changed; an exchange is promised for as soon as an order that is paid now. */
async function noteDue(tx: Database, orderId: string, isDue: boolean, now: Date): Promise<void> {
  if (isDue) await notePromise(tx, orderId, now)
  await noteAllPacked(tx, orderId, now)
}

async function planExchange(
  tx: Database,
  request: Request,
  sizes: readonly WantedSize[],
  { all, bought, now }: { all: readonly Exchange[]; bought: readonly OrderLine[]; now: Date },
): Promise<Exchange> {
  if ((await listObstacles(tx, request.orderId)).includes('refunded'))
    throw new ShopError('REFUSED', 'The money of this order went back: nothing is exchanged.')
  await refuseGone(tx, request, all, bought)
  return {
    orderId: request.orderId,
    number: (all.at(-1)?.number ?? 0) + 1,
    requestId: request.id,
    state: request.state === 'received' ? 'due' : 'held',
    heldUntil: new Date(now.getTime() + EXCHANGE_HELD_DAYS * DAY_MS),
    isRestocked: false,
    lines: pickSizes(request, sizes, bought),
  }
}

/** The pieces of a request, each in the size that is wanted for it. */
function pickSizes(
  { lines }: Pick<Request, 'lines'>,
  sizes: readonly WantedSize[],
  bought: readonly OrderLine[],
): ExchangeLine[] {
  return lines.map(({ position, quantity }) => {
    const line = bought[position]
    const size = sizes.find((wanted) => wanted.position === position)?.size
    if (line === undefined || size === undefined || size === line.size)
      throw new ShopError('VALIDATION', 'Choose another size for each piece.')
    return { position, quantity, size, productId: line.productId, color: line.color }
  })
}

/** Pieces that were refunded, or are exchanged by another request, are exchanged no more. */
async function refuseGone(
  tx: Database,
  request: Request,
  all: readonly Exchange[],
  bought: readonly OrderLine[],
): Promise<void> {
  const refunded = await countRefunded(tx, request.orderId)
  const others = all.filter(({ requestId }) => requestId !== request.id)
  for (const { position, quantity } of request.lines) {
    const line = bought[position]
    const gone = (refunded.get(position) ?? 0) + countExchanged(others, position)
    if (line !== undefined && quantity > line.quantity - gone)
      throw new ShopError('REFUSED', `${lineName(line)} was refunded, or exchanged, already.`)
  }
}

/** What comes back, as it was bought; nothing if it is on sale again since an earlier exchange. */
function listReturned(
  request: Request,
  all: readonly Exchange[],
  bought: readonly OrderLine[],
): StockQuantity[] {
  if (all.some((each) => each.requestId === request.id && each.isRestocked)) return []
  return request.lines.flatMap(({ position, quantity }) => {
    const line = bought[position]
    return line === undefined ? [] : [{ ...line, quantity }]
  })
}

async function refusePacked(tx: Database, { orderId, number }: Exchange): Promise<void> {
  const packed = (await listParcelsOf(tx, orderId)).find(
    ({ exchange, state }) => exchange === number && state !== 'returned',
  )
  if (packed === undefined) return
  throw new ShopError(
    'REFUSED',
    packed.state === 'packed'
      ? `What they get is in parcel ${packed.number}: unpack it first.`
      : `What they get is ${packed.state} in parcel ${packed.number}.`,
  )
}

/** Puts what came back on sale. */
async function putBack(tx: Database, { orderId, number }: Exchange, returned: readonly StockQuantity[]) {
  await moveStock(tx, 'return', orderId, returned, { exchange: number }).catch((error: unknown) => {
    if (!(error instanceof StockShortError)) throw error
    throw new ShopError(
      'REFUSED',
      'The shop no longer counts what was bought as sold, so it cannot go back on sale by this. Nothing was changed.',
    )
  })
}

/** Says of what is wanted in which size too little is there. */
function outOfStock(
  { lines }: Exchange,
  bought: readonly OrderLine[],
  leftOf: ReadonlyMap<string, number>,
): ShopError {
  const short = lines.flatMap((line) => {
    const left = leftOf.get(stockKeyText(line)) ?? 0
    const name = bought[line.position]?.name ?? ''
    return left >= line.quantity ? [] : [`${lineName({ ...line, name })}: ${left} left`]
  })
  return new ShopError('OUT_OF_STOCK', `Not so many are there any more. ${short.join(', ')}.`)
}
