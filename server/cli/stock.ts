import type { Database } from '#server/db/connection.ts'
import { countByHand, receiveByHand } from '#server/stock/by-hand.ts'
import { countSoldLately, listMoves, listStock } from '#server/stock/overview-store.ts'
import type { StockKey } from '#server/stock/quantity.ts'
import { orderNumber } from '#shared/order-number.ts'
import { REASON_RULE, readReason, readWhole } from './arguments.ts'
import { type AddCommand, unlessError } from './command.ts'
import { getNamedItem, getNamedProduct, itemLabel } from './named-item.ts'
import { clipped, counted, plainText, tableLines, timeText } from './table.ts'

const MOVES_SHOWN = 50
/** Longer than paid goods usually wait to be sent. */
const SOLD_LATELY_DAYS = 7

const RULES = `ITEM is a product by SKU, id or name, then its colour and size where it has them: TEE-01 black M.
What "list" shows as no longer sold is named in the same way; where its colour or size is empty, write "": TEE-01 "" M.

  list     everything, or one product; --low N: only where N or fewer are left, lowest first.
  receive  adds goods that were delivered.
  set      corrects the stock to what was counted on the shelf. Goods held for open orders are still on the shelf, so
           count them; the number cannot be lower. Do not count goods that are paid and not sent yet, or they would be
           sold a second time.
  why      the item's stock moves, newest first (${MOVES_SHOWN}, or --limit N), each with the quantities after it.

Every change is a move in the stock ledger and an entry in the audit log. Shoppers see it within a second.
list and why take --json; run them with npm run -s shop, or npm's own lines come first.`

export const addStock: AddCommand = (program, { output: { say }, actor, withShop }) => {
  const withItem = (
    [product, ...choice]: readonly [string, ...string[]],
    run: (db: Database, item: StockKey, label: string, now: Date) => Promise<void>,
  ) =>
    withShop(async ({ connection: { db }, now }) => {
      const found = await getNamedItem(db, [product, ...choice])
      await run(db, found.item, itemLabel(found.product, found.item), now())
    })
  const change = async (
    act: typeof receiveByHand,
    [product, words]: readonly [string, readonly string[]],
    { reason, least }: { reason: string; least: number },
    findNote?: (db: Database, item: StockKey) => Promise<string | undefined>,
  ) => {
    const quantity = readWhole('QUANTITY, the last argument,', least)(words.at(-1))
    await withItem([product, ...words.slice(0, -1)], async (db, item, label, now) => {
      const { before, after } = await act(db, { item, label, quantity, reason, actor: actor() }, now)
      say(
        `${label}: ${before.available} were left, now ${after.available}; ${after.held} held for open orders, ${after.sold} sold.`,
      )
      const note = await findNote?.(db, item)
      if (note !== undefined) say(note)
    })
  }

  const stock = program
    .command('stock')
    .description('Lists, receives and corrects stock, and shows how it changed.')
    .addHelpText('after', unlessError(RULES))
  stock
    .command('list')
    .description('Lists what is left of each colour and size.')
    .argument('[product]', 'one product; all without it')
    .option('--low <n>', 'only where so many or fewer are left, lowest first', readWhole('--low', 0))
    .option('--json', 'as JSON')
    .action((name, { low, json }) =>
      withShop(async ({ connection: { db } }) => {
        const productId = name === undefined ? undefined : (await getNamedProduct(db, name)).id
        const items = await listStock(db, { low, productId })
        if (json) return say(JSON.stringify(items, null, 2))
        if (items.length > 0) for (const line of stockLines(items)) say(line)
        say(`${counted(items.length, 'colour and size', 'colours and sizes')}.`)
      }),
    )
  stock
    .command('receive')
    .usage('ITEM QUANTITY --reason "…"')
    .description('Adds goods that were delivered.')
    .argument('<product>', 'by SKU, id or name')
    .argument('<words...>', 'colour and size, where it has them, and the quantity')
    .requiredOption('--reason <text>', REASON_RULE, readReason)
    .action((product, words, { reason }) => change(receiveByHand, [product, words], { reason, least: 1 }))
  stock
    .command('set')
    .usage('ITEM QUANTITY --reason "…"')
    .description('Corrects the stock to what was counted on the shelf.')
    .argument('<product>', 'by SKU, id or name')
    .argument('<words...>', 'colour and size, where it has them, and the quantity')
    .requiredOption('--reason <text>', REASON_RULE, readReason)
    .action((product, words, { reason }) =>
      change(countByHand, [product, words], { reason, least: 0 }, findSoldNote),
    )
  stock
    .command('why')
    .description('Shows the stock moves of an item.')
    .argument('<product>', 'by SKU, id or name')
    .argument('[choice...]', 'colour and size, where it has them')
    .option('--limit <n>', 'the most moves to show', readWhole('--limit', 1), MOVES_SHOWN)
    .option('--json', 'as JSON')
    .action((product, choice, { limit, json }) =>
      withItem([product, ...choice], async (db, item, label) => {
        const moves = await listMoves(db, item, limit)
        if (json) return say(JSON.stringify(moves, null, 2))
        say(label)
        for (const line of moveLines(moves)) say(line)
      }),
    )
}

async function findSoldNote(db: Database, item: StockKey): Promise<string | undefined> {
  const pieces = await countSoldLately(db, item, SOLD_LATELY_DAYS)
  if (pieces === 0) return undefined
  const sold = pieces === 1 ? '1 piece of it was' : `${pieces} pieces of it were`
  return `${sold} sold in the last ${SOLD_LATELY_DAYS} days. Sold pieces that are not sent yet must not be in the count: if you counted them, set the stock again without them.`
}

function stockLines(items: Awaited<ReturnType<typeof listStock>>): string[] {
  const rows = items.map((item) => [
    plainText(item.sku),
    clipped(plainText(item.name)),
    plainText(item.color),
    plainText(item.size),
    ...[item.available, item.held, item.sold].map(String),
    item.isForSale ? '' : 'no longer sold',
  ])
  return tableLines(['SKU', 'Product', 'Colour', 'Size', 'Left', 'Held', 'Sold', ''], rows)
}

function moveLines(moves: Awaited<ReturnType<typeof listMoves>>): string[] {
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
      : `order #${orderNumber(move.orderId)}${move.exchangeNumber === 0 ? '' : ', in exchange'}`,
  ])
  return tableLines(['When (Lagos)', 'Move', 'Pieces', 'Left', 'Held', 'Sold', 'Who, why'], rows)
}
