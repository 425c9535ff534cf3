import type { Database } from '#server/db/connection.ts'
import { countByHand, receiveByHand, type StockAct } from '#server/stock/by-hand.ts'
import { countSoldLately, listMoves, listStock } from '#server/stock/overview-store.ts'
import type { StockKey } from '#server/stock/quantity.ts'
import { orderNumber } from '#shared/order-number.ts'
import { readArguments, readReason, readWhole, UsageError } from './arguments.ts'
import { commandOfActions, type Run, type Surroundings } from './command.ts'
import { getNamedItem, getNamedProduct, itemLabel } from './named-item.ts'
import { clipped, counted, plainText, tableLines, timeText } from './table.ts'
import { withShop } from './with-shop.ts'

const MOVES_SHOWN = 50
/** Longer than paid goods usually wait to be sent. */
const SOLD_LATELY_DAYS = 7

const HELP = `ITEM is a product by SKU, id or name, then its colour and size where it has them: TEE-01 black M.
What "list" shows as no longer sold is named in the same way; where its colour or size is empty, write "": TEE-01 "" M.

  list     everything, or one product; --low N: only where N or fewer are left, lowest first.
  receive  adds goods that were delivered.
  set      corrects the stock to what was counted on the shelf. Goods held for open orders are still on the shelf, so
           count them; the number cannot be lower. Do not count goods that are paid and not sent yet, or they would be
           sold a second time.
  why      the item's stock moves, newest first (${MOVES_SHOWN}, or --limit N), each with the quantities after it.

Every change is a move in the stock ledger and an entry in the audit log. Shoppers see it within a second.
list and why take --json; run them with npm run -s shop, or npm's own lines come first.`

const list: Run = (args, surroundings) => {
  const { values, positionals } = readArguments(args, {
    low: { type: 'string' },
    json: { type: 'boolean', default: false },
  })
  if (positionals.length > 1) throw new UsageError('Name one product, or none to list all.')
  const low = values.low === undefined ? undefined : readWhole(values.low, '--low', 0)
  return withShop(surroundings, async ({ connection: { db } }, { say }) => {
    const [name] = positionals
    const productId = name === undefined ? undefined : (await getNamedProduct(db, name)).id
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
      item.isForSale ? '' : 'no longer sold',
    ])
    if (rows.length > 0) {
      for (const line of tableLines(['SKU', 'Product', 'Colour', 'Size', 'Left', 'Held', 'Sold', ''], rows))
        say(line)
    }
    say(`${counted(items.length, 'colour and size', 'colours and sizes')}.`)
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
    const quantity = readWhole(positionals.at(-1), 'QUANTITY, the last argument,', least)
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
  return `${sold} sold in the last ${SOLD_LATELY_DAYS} days. Sold pieces that are not sent yet must not be in the count: if you counted them, set the stock again without them.`
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
  if (words.length === 0) throw new UsageError('Name a product, with its colour and size.')
  return withShop(surroundings, async ({ connection: { db }, now }) => {
    const { product, item } = await getNamedItem(db, words)
    return run(db, item, itemLabel(product, item), now())
  })
}

export const stockCommand = commandOfActions({
  name: 'stock',
  summary: 'Lists, receives and corrects stock, and shows how it changed.',
  help: HELP,
  actions: [
    {
      name: 'list',
      usage: '[PRODUCT] [--low N]',
      summary: 'Lists what is left of each colour and size.',
      run: list,
    },
    {
      name: 'receive',
      usage: 'ITEM QUANTITY --reason "…"',
      summary: 'Adds goods that were delivered.',
      run: change(receiveByHand, 1),
    },
    {
      name: 'set',
      usage: 'ITEM QUANTITY --reason "…"',
      summary: 'Corrects the stock to what was counted on the shelf.',
      run: change(countByHand, 0, findSoldNote),
    },
    { name: 'why', usage: 'ITEM [--limit N]', summary: 'Shows the stock moves of an item.', run: why },
  ],
})
