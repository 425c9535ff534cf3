import fc from 'fast-check'
import {
  held,
  type Model,
  type ModelOrder,
  placed,
  settleAll,
  settleOrder,
  start,
  type Who,
} from './model.ts'
import { type Corner, look, lookAtAll, moveRefund, restock, sendEvent, startAs } from './world.ts'

/**
 * Everything that shoppers, bank, provider, time and owner can do. After each command the shop's state must match the model's.
 */

export type Command = fc.AsyncCommand<Model, Corner>

async function compare(model: Model, corner: Corner): Promise<void> {
  const { stock, statuses } = await look(corner)
  const orders = model.orders.map(({ status, isRefunded }) => (isRefunded ? `${status}, refunded` : status))
  const wanted = [[model.available, held(model), model.sold], ...orders]
  const is = [stock, ...model.orders.map(({ reference }) => statuses[reference])]
  expectSame(JSON.stringify(is), JSON.stringify(wanted), 'stock and orders')
}

function expectSame(is: unknown, wanted: unknown, what: string): void {
  if (is !== wanted) throw new Error(`${what}: the shop says ${is}, the model says ${wanted}`)
}

type Run = (model: Model, corner: Corner) => Promise<void>

type Check = (model: Model) => boolean

/** A command outside of the shop, which learns of it later. */
function outside(name: string, run: Run, check: Check = () => true): Command {
  return { check, run, toString: () => name }
}

function command(name: string, run: Run, check?: Check): Command {
  const compared: Run = async (model, corner) => {
    await run(model, corner)
    await compare(model, corner)
  }
  return outside(name, compared, check)
}

const CODES = { 'already paid': 'ALREADY_PAID', 'out of stock': 'OUT_OF_STOCK', 'new page': 'page' } as const

/** Concurrent `clicks` are one checkout, and all get the same response. */
const starting = (who: Who, clicks: number) =>
  command(`start(${who}, clicks: ${clicks})`, async (model, corner) => {
    const wanted = start(model, who)
    const quantity = model.wanted[who]
    const responses = await Promise.all(Array.from({ length: clicks }, () => startAs(corner, who, quantity)))
    const [first] = responses
    for (const { response, reference } of responses) {
      expectSame(response, wanted.response === 'same page' ? 'page' : CODES[wanted.response], 'start')
      expectSame(reference, wanted.response === 'same page' ? wanted.reference : first?.reference, 'its page')
    }
    if (wanted.response === 'new page') placed(model, who, first?.reference ?? '')
  })

const editing = (who: Who) =>
  outside(`edit(${who})`, async (model) => {
    model.wanted[who] = 3 - model.wanted[who]
  })

type About = (order: ModelOrder, model: Model, corner: Corner) => Promise<void>

/** A command on one of the orders placed so far, if there is one that `fits`. */
function about(
  name: string,
  nth: number,
  run: About,
  { fits = () => true, as = command }: { fits?: (order: ModelOrder) => boolean; as?: typeof command } = {},
): Command {
  const find = (model: Model) => {
    const order = model.orders[nth % Math.max(1, model.orders.length)]
    return order !== undefined && fits(order) ? order : undefined
  }
  return as(
    `${name}(${nth})`,
    async (model, corner) => {
      const order = find(model)
      if (order) await run(order, model, corner)
    },
    (model) => find(model) !== undefined,
  )
}

/** After paying, a payer can do nothing more; a declined card can be followed by another. */
const atBank = (
  name: string,
  nth: number,
  bank: ModelOrder['bank'],
  status: 'success' | 'failed' | 'ongoing' | 'abandoned',
) =>
  about(
    name,
    nth,
    async (order, _model, { world }) => {
      await world.shop.sandbox.advance(order.reference, status)
      order.bank = bank
    },
    { fits: (order) => order.bank !== 'paid', as: outside },
  )

async function deliver(corner: Corner, order: ModelOrder): Promise<void> {
  const number = corner.lastEvents.size
  const body = JSON.stringify({ event: 'charge.success', data: { reference: order.reference, number } })
  corner.lastEvents.set(`${order.reference} ${number}`, body)
  expectSame(await sendEvent(corner, body), 200, 'webhook')
}

const webhook: About = async (order, model, corner) => {
  await deliver(corner, order)
  await corner.world.work()
  settleOrder(model, order)
}

/** The event is acknowledged with 200, and the process dies before its job has run: the sweep finds it. */
const webhookThenDeath: About = async (order, _model, corner) => {
  await deliver(corner, order)
  corner.world.restart()
}

/** Resends the same bytes of any earlier event, twice concurrently. */
const duplicates = (nth: number) =>
  command(
    `duplicate(${nth})`,
    async (_model, corner) => {
      const sent = [...corner.lastEvents.values()]
      const body = sent[nth % Math.max(1, sent.length)]
      if (body === undefined) return
      for (const status of await Promise.all([sendEvent(corner, body), sendEvent(corner, body)])) {
        expectSame(status, 200, 'duplicate')
      }
      await corner.world.work()
    },
    (model) => model.orders.length > 0,
  )

const callback: About = async (order, model, corner) => {
  const { status, body } = await corner.world.call('GET', `/api/payment/verify/${order.reference}`)
  settleOrder(model, order)
  expectSame(`${status} ${body.payment.status}`, `200 ${order.status}`, 'callback')
}

const reconcile: Run = async (model, corner) => {
  await lookAtAll(corner)
  settleAll(model)
}

const expire: About = async (order, model, corner) => {
  model.now = Math.max(model.now, order.holdEndsAt)
  corner.world.shop.clock.now = model.now
  await reconcile(model, corner)
}

/** The refund succeeded or failed at the bank; the order stays as it is. */
const refundEvent = (nth: number, status: 'processed' | 'failed') =>
  about(`refund ${status}`, nth, (order, _model, corner) => moveRefund(corner, order.reference, status), {
    fits: (order) => order.isRefunded,
  })

const tick = (minutes: number) =>
  outside(`tick(${minutes})`, async (model, { world }) => {
    model.now += minutes * 60_000
    world.shop.clock.now = model.now
  })

const restocking = command('restock', async (model, corner) => {
  await restock(corner)
  model.available += 1
})

const restarting = outside('restart', async (_model, { world }) => world.restart())

const who = fc.constantFrom<Who>(0, 1)
const nth = fc.nat({ max: 5 })

export const allCommands = [
  fc.tuple(who, fc.constantFrom(1, 1, 3)).map(([shopper, clicks]) => starting(shopper, clicks)),
  fc.tuple(who, fc.constantFrom(1, 1, 3)).map(([shopper, clicks]) => starting(shopper, clicks)),
  who.map(editing),
  nth.map((n) => atBank('pay', n, 'paid', 'success')),
  nth.map((n) => atBank('pay', n, 'paid', 'success')),
  nth.map((n) => atBank('decline', n, 'declined', 'failed')),
  nth.map((n) => atBank('abandon', n, 'nothing', 'abandoned')),
  nth.map((n) => atBank('begin to pay', n, 'under way', 'ongoing')),
  nth.map((n) => about('webhook', n, webhook)),
  nth.map((n) => about('webhook, then death', n, webhookThenDeath)),
  nth.map(duplicates),
  nth.map((n) => about('callback', n, callback)),
  fc.constant(command('reconcile', reconcile)),
  nth.map((n) => about('expire', n, expire, { fits: (order) => order.status === 'pending' })),
  fc
    .tuple(nth, fc.constantFrom('processed' as const, 'failed' as const))
    .map(([n, status]) => refundEvent(n, status)),
  fc.constant(restocking),
  fc.constant(restarting),
  fc.constantFrom(1, 16, 31, 240).map(tick),
]
