import type { Command } from '@commander-js/extra-typings'
import { recordAct } from '#server/audit/store.ts'
import type { Database } from '#server/db/connection.ts'
import { transact } from '#server/db/retry.ts'
import {
  blockNetwork,
  type HeldOrder,
  listBlocked,
  listHolds,
  listNetworksNamed,
  unblockNetwork,
} from '#server/order/hold-list-store.ts'
import { cancelOrder } from '#server/payment/settle/cancel-unpaid.ts'
import { Refusal } from '#server/refusal.ts'
import { HOUR_MS } from '#shared/duration.ts'
import { orderNumber } from '#shared/order-number.ts'
import { REASON_RULE, readReason, readWhole } from './arguments.ts'
import type { Context } from './command.ts'
import { getNamedOrder } from './named-item.ts'
import { counted, tableLines, timeText } from './table.ts'

/** Enough digits to tell networks apart and to type. */
const NETWORK_CHARS = 8
const BLOCKED_HOURS = 24
const BLOCKED_HOURS_MAX = 24 * 30

const shortName = (network: string | null) => network?.slice(0, NETWORK_CHARS) ?? '–'

/** Who holds goods without paying, and what an owner can do about it. */
export function addOrderHolds(orders: Command, { output: { say }, actor, withShop }: Context): void {
  orders
    .command('holds')
    .description('Lists what unpaid orders hold, by the network that they came from.')
    .option('--json', 'as JSON')
    .action(({ json }) =>
      withShop(async ({ connection: { db }, now }) => {
        const [holds, blocked] = [await listHolds(db), await listBlocked(db, now())]
        if (json) return say(JSON.stringify({ holds, blocked }, null, 2))
        for (const line of holdLines(holds)) say(line)
        for (const { network, until } of blocked)
          say(`Network ${shortName(network)} is blocked until ${timeText(until)}.`)
      }),
    )
  orders
    .command('cancel')
    .description('Cancels an unpaid order, once the provider says that it is not being paid.')
    .argument('<order>', 'its number, id or payment reference')
    .requiredOption('--reason <text>', REASON_RULE, readReason)
    .action((name, { reason }) =>
      withShop(async (shop) => {
        const orderId = await getNamedOrder(shop.connection.db, name)
        const status = await cancelOrder(await shop.dependencies(), { orderId, reason, actor: actor() })
        say(`Order #${orderNumber(orderId)} ${BECAME[status]}`)
      }),
    )
  orders
    .command('block')
    .description('Refuses payments from a network for some time. Many shoppers may share it.')
    .argument('<network>', 'as "orders holds" names it')
    .requiredOption('--reason <text>', REASON_RULE, readReason)
    .option('--hours <n>', 'for how long', readWhole('--hours', 1, BLOCKED_HOURS_MAX), BLOCKED_HOURS)
    .action((name, { reason, hours }) =>
      withShop(async ({ connection: { db }, now }) => {
        const network = await getNamedNetwork(db, name)
        const until = new Date(now().getTime() + hours * HOUR_MS)
        await transact(db, async (tx) => {
          await blockNetwork(tx, network, until)
          const details = { reason, until: until.toISOString() }
          const act = { actor: actor(), action: 'network.block', subject: shortName(network), details }
          await recordAct(tx, act, now())
        })
        say(`No payment can be started from ${shortName(network)} until ${timeText(until)}.`)
      }),
    )
  orders
    .command('unblock')
    .description('Lets payments from a network start again.')
    .argument('<network>', 'as "orders holds" names it')
    .action((name) =>
      withShop(async ({ connection: { db }, now }) => {
        const [blocked, ...others] = (await listBlocked(db, now())).filter(
          ({ network }) => NETWORK_NAME.test(name) && network.startsWith(name),
        )
        if (blocked === undefined) throw new Refusal(`"${name}" is not blocked. Nothing was changed.`)
        if (others.length > 0) throw severalNetworks(name)
        await transact(db, async (tx) => {
          await unblockNetwork(tx, blocked.network)
          const act = {
            actor: actor(),
            action: 'network.unblock',
            subject: shortName(blocked.network),
            details: {},
          }
          await recordAct(tx, act, now())
        })
        say(`Payments from ${shortName(blocked.network)} start again.`)
      }),
    )
}

const BECAME = {
  cancelled: 'is cancelled; its goods are on sale again.',
  failed: 'has failed; its goods are on sale again.',
  paid: 'is paid, so its goods are sold.',
  pending: 'waits for its payment.',
}

function holdLines(holds: readonly HeldOrder[]): string[] {
  if (holds.length === 0) return ['Nothing is held.']
  const pieces = holds.reduce((sum, hold) => sum + hold.pieces, 0)
  return [
    ...tableLines(
      ['Network', 'Order', 'Pieces', 'Since', 'Until'],
      holds.map(({ network, id, pieces: held, createdAt, holdExpiresAt }) => [
        shortName(network),
        orderNumber(id),
        String(held),
        timeText(createdAt),
        holdExpiresAt === null ? '–' : timeText(holdExpiresAt),
      ]),
    ),
    `${counted(pieces, 'piece')} in ${counted(holds.length, 'unpaid order')}.`,
  ]
}

async function getNamedNetwork(db: Database, name: string): Promise<string> {
  const [found, ...others] = NETWORK_NAME.test(name) ? await listNetworksNamed(db, name) : []
  if (found === undefined)
    throw new Refusal(`No order of the last day came from a network "${name}". Nothing was changed.`)
  if (others.length > 0) throw severalNetworks(name)
  return found
}

/** At least the first four digits of the hash that stands for it. */
const NETWORK_NAME = /^[0-9a-f]{4,}$/
const severalNetworks = (name: string) =>
  new Refusal(`Several networks begin with "${name}": write more of it. Nothing was changed.`)
