import type { Database } from '#server/db/connection.ts'
import { countByHand, receiveByHand, type StockAct } from '#server/stock/by-hand.ts'
import { countSoldLately, listMoves, listStock } from '#server/stock/overview-store.ts'
import type { StockKey } from '#server/stock/quantity.ts'
import { orderNumber } from '#shared/order-number.ts'
import { readArguments, readReason, readWhole, UsageError } from './arguments.ts'
import { commandOfActions, type Run, type Surroundings } from './command.ts'
import { findProduct, getNamedItem, itemLabel } from './named-item.ts'
import { clipped, plainText, tableLines, timeText } from './table.ts'
import { withShop } from './with-shop.ts'

const MOVES_SHOWN = 50
/** Longer than what is paid waits to be sent. */
const SOLD_LATELY_DAYS = 7

const HELP = `ITEM is a product by SKU, id or name, then its colour and its size, as far as it has them: TEE-01 black M.

  list     everything, or one product; --low N: only where N or fewer are left, the fewest first.
  receive  adds goods that came in.
  set      corrects to what was counted on the shelf. Goods held for open orders lie there too, so they are part of the
           count, and it cannot be less than they are. Goods that are paid and not sent yet are no part of it: counted, they
           would be sold a second time.
  why      the item's moves, newest first (${MOVES_SHOWN}, or --limit N), each with how the item stood after it.

Every change is a move in the ledger and a line on record. Shoppers see it within a second.
list and why take --json.`

const list: Run = (args, surroundings) => {
  const { values, positionals } = readArguments(args, {
    low: { type: 'string' },
    json: { type: 'boolean', default: false },
  })
  if (positionals.length > 1) throw new UsageError('One product at a time, or none for all of them.')
  const low = values.low === undefined ? undefined : readWhole(values.low, '--low', 0)
  return withShop(surroundings, async ({ connection: { db } }, { say }) => {
    const [name] = positionals
    const productId = name === undefined ? undefined : (await findProduct(db, name)).id
    const items = await listStock(db, { low, productId })
    if (values.json) {
      say(JSON.stringify(items, null, 2))
      return 0
    }
    const rows = items.map((item) => [
      plainText(item.sku),
      clipped(plainText(item.name)),
      plainText(item.color),
      plainText(item.size),
      ...[item.available, item.held, item.sold].map(String),
      item.retired ? 'no longer sold' : '',
    ])
    if (rows.length > 0) {
      for (const line of tableLines(['SKU', 'Product', 'Colour', 'Size', 'Left', 'Held', 'Sold', ''], rows))
        say(line)
    }
    say(`${items.length} colours and sizes.`)
    return 0
  })
}

const change =
  (
    act: typeof receiveByHand,
    least: number,
    findNote?: (db: Database, item: StockKey) => Promise<string | undefined>,
  ): Run =>
  (args, surroundings) => {
    const { values, positionals } = readArguments(args, { reason: { type: 'string' } })
    const quantity = readWhole(positionals.at(-1), 'QUANTITY, the last of the words,', least)
    const reason = readReason(values.reason, 'reason')
    return withItem(positionals.slice(0, -1), surroundings, async (db, item, label, now) => {
      const wanted: StockAct = { item, label, quantity, reason, actor: surroundings.actor }
      const { before, after } = await act(db, wanted, now)
      surroundings.output.say(
        `${label}: ${before.available} were left, now ${after.available}; ${after.held} held for open orders, ${after.sold} sold.`,
      )
      const note = await findNote?.(db, item)
      if (note !== undefined) surroundings.output.say(note)
      return 0
    })
  }

async function findSoldNote(db: Database, item: StockKey): Promise<string | undefined> {
  const pieces = await countSoldLately(db, item, SOLD_LATELY_DAYS)
  if (pieces === 0) return undefined
  const sold = pieces === 1 ? '1 piece of it was' : `${pieces} pieces of it were`
  return `${sold} sold in the last ${SOLD_LATELY_DAYS} days. What of that is not sent yet is no part of the count: if you counted it, set it again without it.`
}

const why: Run = (args, surroundings) => {
  const { values, positionals } = readArguments(args, {
    limit: { type: 'string', default: String(MOVES_SHOWN) },
    json: { type: 'boolean', default: false },
  })
  const limit = readWhole(values.limit, '--limit', 1)
  return withItem(positionals, surroundings, async (db, item, label) => {
    const { say } = surroundings.output
    const moves = await listMoves(db, item, limit)
    if (values.json) {
      say(JSON.stringify(moves, null, 2))
      return 0
    }
    const rows = moves.map((move) => [
      timeText(move.createdAt),
      move.kind,
      move.quantity > 0 ? String(move.quantity) : `-${-move.quantity}`,
      ...[move.available, move.held, move.sold].map(String),
      move.orderId === null
        ? [move.actor, move.note]
            .filter((part) => part !== null)
            .map(plainText)
            .join(': ')
        : `order #${orderNumber(move.orderId)}`,
    ])
    say(label)
    for (const line of tableLines(
      ['When (Lagos)', 'Move', 'Pieces', 'Left', 'Held', 'Sold', 'Who, why'],
      rows,
    ))
      say(line)
    return 0
  })
}

function withItem(
  words: readonly string[],
  surroundings: Surroundings,
  run: (db: Database, item: StockKey, label: string, now: Date) => Promise<number>,
): Promise<number> {
  if (words.length === 0) throw new UsageError('Which product, and which colour and size of it?')
  return withShop(surroundings, async ({ connection: { db }, now }) => {
    const { product, item } = await getNamedItem(db, words)
    return run(db, item, itemLabel(product, item), now())
  })
}

export const stockCommand = commandOfActions({
  name: 'stock',
  summary: 'Stock: what is left, what came in, what was counted, and why.',
  help: HELP,
  actions: [
    {
      name: 'list',
      usage: '[PRODUCT] [--low N]',
      summary: 'What is left of each colour and size.',
      run: list,
    },
    {
      name: 'receive',
      usage: 'ITEM QUANTITY --reason "…"',
      summary: 'Adds goods that came in.',
      run: change(receiveByHand, 1),
    },
    {
      name: 'set',
      usage: 'ITEM QUANTITY --reason "…"',
      summary: 'Corrects to what was counted on the shelf.',
      run: change(countByHand, 0, findSoldNote),
    },
    { name: 'why', usage: 'ITEM [--limit N]', summary: 'How the stock came to be what it is.', run: why },
  ],
})
