import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import type { PostgresServer } from '#test/support/postgres.mjs'
import { sized } from '#test/support/proof.ts'
import { seedProduct } from '#test/support/purchase.ts'
import { ask } from './ask.ts'
import { type CheckoutRequest, checkoutRequestFor, place, start, verify } from './buyer.ts'
import type { KillPoint } from './kill-point.ts'
import { isMachineBusy } from './machine.ts'
import type { Rig } from './rig.ts'
import { sweepUntil } from './settled.ts'

/** What makes the shop settle the order, before the kill and after it. */
export const SOURCES = ['redirect', 'webhook', 'reconciler', 'expiry'] as const
export type Source = (typeof SOURCES)[number]

/** A shop whose process is killed, or its PostgreSQL server if `postgres` is set. */
export type Scene = { rig: Rig; postgres?: PostgresServer }
export type KillRun = { point: KillPoint; source: Source; seed: number }

/**
 * How long it took until the shop served again (machine's time; `isTimed` if the machine was not too busy for it to be
 * meaningful), and until the order agreed with the provider (shop's clock).
 */
export type Recovery = {
  start: 'process' | 'database'
  servingMs: number
  isTimed: boolean
  agreedMs: number
}

const MINUTE_MS = 60_000
const REACHED_MS = 30_000
/** A crashed start is abandoned after a minute. */
const CRASHED_MS = 61_000
const FIRST_LOOK_MS = 2 * MINUTE_MS + 1_000
const LATE_LOOK_MS = 16 * MINUTE_MS
const HOLD_MS = 31 * MINUTE_MS
/** Sweeps within two minutes of the shop's clock, and within four for a mail claimed by the killed sender. */
const SWEEPS = { order: 7, mail: 14 }
/** Time for a sweep of a shop that has just restarted: longer next to other tests. */
const LOOK_MS = sized({ quick: 2_000, whole: 500 })

const LAST_PIECES = 400

/** Plenty of one product, and many sizes with a single piece each, for payments that come too late. */
export async function stockForKills(db: Database): Promise<void> {
  await seedProduct(db, { id: 'plenty', stock: [{ color: 'black', size: 'M', quantity: 100_000 }] })
  const stock = Array.from({ length: LAST_PIECES }, (_, size) => ({
    color: 'black',
    size: String(size),
    quantity: 1,
  }))
  await seedProduct(db, { id: 'last', stock })
}

/**
 * Drives a payment to the point, kills there, restarts and waits until order and provider agree. Throws if they do not in time.
 */
export async function killAndRecover(scene: Scene, run: KillRun): Promise<Recovery> {
  try {
    const { during } = run.point
    if (during === 'start') return await killDuringStart(scene, run)
    if (during === 'refund') return await killDuringRefund(scene, run)
    return await killAfterPayment(scene, run)
  } catch (error) {
    const what = `${run.point.name}, ${run.source}, seed ${run.seed}`
    throw new Error(`${what}: ${error instanceof Error ? error.message : error}`, { cause: error })
  }
}

async function killDuringStart(scene: Scene, run: KillRun): Promise<Recovery> {
  const { rig } = scene
  const request = checkoutRequestFor([{ productId: 'plenty' }])
  const strike = await trap(scene, run.point, markersOf(request))
  const lost = start(rig.shop(), request)
  const serving = await revive(scene, run, await strike())
  await lost
  await rig.advance(CRASHED_MS)
  const reference = await placeAtLast(rig, request)
  await pay(rig, run.source, reference)
  await passTime(rig, run.source)
  return { ...serving, agreedMs: await untilPaid(rig, run, request, reference) }
}

async function killAfterPayment(scene: Scene, run: KillRun): Promise<Recovery> {
  const { rig } = scene
  const request = checkoutRequestFor([{ productId: 'plenty' }])
  const reference = await place(rig.shop(), request)
  const isEvent = run.point.during === 'event'
  const strike = await trap(scene, run.point, [...markersOf(request), reference])
  await pay(rig, isEvent ? 'webhook' : run.source, reference)
  const returning = run.source === 'redirect' && !isEvent ? verify(rig.shop(), reference) : undefined
  if (!isEvent) await passTime(rig, run.source)
  const struck = await strike()
  // The provider cannot redeliver the event, so that only the other source can settle it.
  const isCutOff = isEvent && run.source !== 'webhook'
  if (isCutOff) rig.ways.webhook.set({ kind: 'down' })
  const serving = await revive(scene, run, struck)
  await returning
  if (isEvent) await passTime(rig, run.source)
  const agreedMs = await untilPaid(rig, run, request, reference)
  if (isCutOff) rig.ways.webhook.set()
  return { ...serving, agreedMs }
}

async function killDuringRefund(scene: Scene, run: KillRun): Promise<Recovery> {
  const { rig } = scene
  const reference = run.source === 'reconciler' ? await payTwice(rig) : await comeTooLate(rig, run.seed)
  const strike = await trap(scene, run.point, [reference])
  await pay(rig, run.source, reference)
  const returning = run.source === 'redirect' ? verify(rig.shop(), reference) : undefined
  if (run.source === 'reconciler' || run.source === 'expiry') await rig.advance(LATE_LOOK_MS)
  const serving = await revive(scene, run, await strike())
  await returning
  const agreedMs = await sweepUntil(rig, () => isRefunded(rig, reference), {
    sweepsMax: SWEEPS.order,
    lookMs: LOOK_MS,
  })
  if (agreedMs === undefined) throw new Error(`not refunded within ${SWEEPS.order} sweeps`)
  return { ...serving, agreedMs }
}

/** The reference of an old page of a checkout whose newer page is paid already. */
async function payTwice(rig: Rig): Promise<string> {
  const request = checkoutRequestFor([{ productId: 'plenty' }])
  const oldPage = await place(rig.shop(), request)
  const edited = {
    ...request,
    body: { ...checkoutRequestFor([{ productId: 'plenty', quantity: 2 }]).body, email: request.body.email },
  }
  const newPage = await place(rig.shop(), edited)
  await pay(rig, 'redirect', newPage)
  const { body } = await verify(rig.shop(), newPage)
  if (body?.payment?.status !== 'paid') throw new Error(`the newer page is not paid: ${JSON.stringify(body)}`)
  return oldPage
}

let pieces = 0
/** The reference of a payment whose hold has ended and whose piece another shopper holds. */
async function comeTooLate(rig: Rig, seed: number): Promise<string> {
  const lines = [{ productId: 'last', size: String(pieces++ % LAST_PIECES), quantity: 1 }]
  const reference = await place(rig.shop(), checkoutRequestFor(lines))
  await rig.advance(HOLD_MS + (seed % 5) * MINUTE_MS)
  await verify(rig.shop(), reference)
  await place(rig.shop(), checkoutRequestFor(lines))
  return reference
}

/** The payer pays. The provider sends an event only if the source is the webhook. */
async function pay(rig: Rig, source: Source, reference: string): Promise<void> {
  if (source !== 'webhook') await rig.provider.setFault({ target: 'webhook', kind: 'never', reference })
  await rig.provider.turn(reference, 'success')
}

async function passTime(rig: Rig, source: Source): Promise<void> {
  if (source === 'reconciler') await rig.advance(FIRST_LOOK_MS)
  if (source === 'expiry') await rig.advance(HOLD_MS)
}

async function placeAtLast(rig: Rig, request: CheckoutRequest): Promise<string> {
  for (let tried = 1; ; tried++) {
    const response = await start(rig.shop(), request)
    if (response.status === 200) return response.body.data.reference
    if (tried === 5) throw new Error(`not started again: ${response.status} ${JSON.stringify(response.body)}`)
    await sleep(200)
  }
}

async function untilPaid(
  rig: Rig,
  run: KillRun,
  request: CheckoutRequest,
  reference: string,
): Promise<number> {
  const isMail = run.point.during === 'mail'
  const agreedMs = await sweepUntil(
    rig,
    async () => {
      if (run.source === 'redirect') await verify(rig.shop(), reference)
      return isMail ? isMailed(rig, request) : isPaid(rig, reference)
    },
    { sweepsMax: isMail ? SWEEPS.mail : SWEEPS.order, lookMs: LOOK_MS },
  )
  if (agreedMs === undefined) throw new Error('no agreement with the provider in time')
  return agreedMs
}

async function isPaid(rig: Rig, reference: string): Promise<boolean> {
  const found = await rig.rows(
    sql`select 1 from payment_attempts a join orders o on o.id = a.order_id
      where a.reference = ${reference} and a.state = 'succeeded' and o.status = 'paid'`,
  )
  return found.length === 1
}

async function isMailed(rig: Rig, request: CheckoutRequest): Promise<boolean> {
  const { body } = await ask(rig.shop().url, 'GET', '/dev/mailbox.json')
  const isStored =
    Array.isArray(body) && body.some((mail: { recipient: string }) => mail.recipient === request.body.email)
  if (!isStored) return false
  const sent = await rig.rows(
    sql`select 1 from outbox where recipient = ${request.body.email} and sent_at is not null`,
  )
  return sent.length === 1
}

async function isRefunded(rig: Rig, reference: string): Promise<boolean> {
  const { refunds } = await rig.provider.ledger()
  const made = refunds.filter((refund) => refund.transactionReference === reference)
  if (made.length !== 1) throw new Error(`${made.length} refunds at the provider`)
  const rows = await rig.rows(
    sql`select 1 from refunds where reference = ${reference} and state in ('sent', 'done') and provider_refund_id is not null`,
  )
  return rows.length === 1
}

function markersOf({ key, body }: CheckoutRequest): string[] {
  return [createHash('sha256').update(key).digest('hex'), body.email]
}

/** The payment took another way than through the point. */
export class PointNotReachedError extends Error {
  constructor() {
    super('the point was not reached')
    this.name = 'PointNotReachedError'
  }
}

type Struck = { atMs: number }

/** Sets a trap that kills at the point; the returned function resolves once that has happened. */
export async function trap(
  scene: Scene,
  point: KillPoint,
  markers: readonly string[],
): Promise<() => Promise<Struck>> {
  const { rig, postgres } = scene
  const shop = rig.shop()
  const { promise, resolve } = Promise.withResolvers<Struck>()
  let hasStruck = false
  const kill = () => {
    const atMs = performance.now()
    void (postgres ?? shop).kill().then(() => resolve({ atMs }))
  }
  const isDeaf = postgres === undefined || point.way === 'database'
  rig.ways[point.way].tap(() => {
    const watch = point.watch(markers)
    return (piece, from, statements) => {
      if (hasStruck) return isDeaf ? 'swallow' : 'pass'
      if (!watch(piece, from, statements)) return 'pass'
      hasStruck = true
      if (point.passes) {
        setImmediate(kill)
        return 'pass'
      }
      kill()
      return isDeaf ? 'swallow' : 'pass'
    }
  })
  return () =>
    Promise.race([
      promise,
      sleep(REACHED_MS, undefined, { ref: false }).then(() => {
        throw new PointNotReachedError()
      }),
    ])
}

/** Restarts what was killed; resolves once the shop serves. */
export async function revive(
  { rig, postgres }: Scene,
  { point }: Pick<KillRun, 'point'>,
  { atMs }: Struck,
): Promise<Omit<Recovery, 'agreedMs'>> {
  rig.ways[point.way].tap()
  if (postgres) await postgres.restart()
  else await rig.replaceShop(0)
  while ((await ask(rig.shop().url, 'GET', '/readyz')).status !== 200) await sleep(20)
  const servingMs = performance.now() - atMs
  return { start: postgres ? 'database' : 'process', servingMs, isTimed: !isMachineBusy() }
}
