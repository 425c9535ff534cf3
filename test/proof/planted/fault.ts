/** A plausible mistake in the shop's sources, and the test that must then fail. */
export type PlantedFault = {
  what: string
  file: string
  /** Must occur exactly once in the file, or the list is out of date. */
  find: string
  put: string
  /** A 'proof' starts the built shop. */
  caughtBy: { test: string; on: 'test' | 'proof' }
}

const ordinary = (test: string): PlantedFault['caughtBy'] => ({ test, on: 'test' })
const proof = (test: string): PlantedFault['caughtBy'] => ({ test, on: 'proof' })

const TABLES = 'server/db/migrations/0000_first.sql'
const MANY_REFUNDS = 'server/db/migrations/0037_many_refunds.sql'
const PROVIDER_STATUS = 'server/payment/settle/provider-status.ts'

const ORDER_LOCKS = `    .onConflictDoUpdate({ target: checkouts.id, set: { id: sql\`excluded.id\` } })
    .prepare('lock_checkout')
    .execute()
}

/**
 * Locks a checkout for this transaction, creating it if needed, then its orders in ascending id, and returns them. Every
 * change to one of the orders takes these locks first.
 */
export async function lockOrders(tx: Database, checkoutId: string): Promise<Order[]> {
  await lockCheckout(tx, checkoutId)
  return tx
    .select(ORDER_COLUMNS)
    .from(orders)
    .where(eq(orders.checkoutId, checkoutId))
    .orderBy(asc(orders.id))
    .for('update')`

/** Unique keys that prevent duplicates; each is dropped from the tables, and created in the file. */
const UNIQUE_INDEXES = {
  orders_one_paid_per_checkout: TABLES,
  orders_one_pending_per_checkout: TABLES,
  review_cases_one_open: 'server/db/migrations/0013_review-cases.sql',
}
const UNIQUE_CONSTRAINTS = {
  'CONSTRAINT "provider_events_body_hash_unique" UNIQUE("body_hash")': TABLES,
  'CONSTRAINT "payment_attempts_reference_unique" UNIQUE("reference")': TABLES,
  'CONSTRAINT "payment_attempts_provider_txn_id_unique" UNIQUE("provider_txn_id")': TABLES,
  'CONSTRAINT "payment_attempts_one_per_order" UNIQUE("order_id")':
    'server/db/migrations/0018_one-payment-per-order.sql',
  'CONSTRAINT "outbox_once_per_order" UNIQUE("order_id","kind","part")':
    'server/db/migrations/0032_parcels.sql',
  'CONSTRAINT "refunds_one_of_a_number" UNIQUE("reference","number")': MANY_REFUNDS,
  'UNIQUE("order_id","product_id","color","size","kind","refund_number","exchange_number")':
    'server/db/migrations/0040_exchanges.sql',
}

export const PLANTED_FAULTS: readonly PlantedFault[] = [
  {
    what: 'stock is taken without checking that there is enough',
    file: 'server/stock/store.ts',
    find: ` and s.\${source} >= wanted.quantity\n`,
    put: '\n',
    caughtBy: proof('test/proof/crowd.test.ts'),
  },
  {
    what: 'neither a checkout nor its orders are locked',
    file: 'server/order/lock-store.ts',
    find: ORDER_LOCKS,
    put: ORDER_LOCKS.replace(
      '.onConflictDoUpdate({ target: checkouts.id, set: { id: sql`excluded.id` } })',
      '.onConflictDoNothing()',
    ).replace(".for('update')", ''),
    caughtBy: proof('test/proof/permutation.test.ts'),
  },
  {
    what: 'stock rows are locked in the order of the cart',
    file: 'server/stock/store.ts',
    find: '    .orderBy(asc(s.productId), asc(s.color), asc(s.size))\n',
    put: '',
    caughtBy: proof('test/proof/crowd.test.ts'),
  },
  {
    what: "a shopper's parallel starts are not counted",
    file: 'server/payment/start/start-limit.ts',
    find: "('start', JSON.stringify(actorOf(request)), ...STARTS)",
    put: "('start', request.contentHash, ...STARTS)",
    caughtBy: ordinary('server/payment/start/start-limit.test.ts'),
  },
  {
    what: 'a network may hold any number of pieces unpaid',
    file: 'server/payment/start/hold-limit.ts',
    find: '  if (record.held + units > allowedPieces(record, totals.pieces)) {\n',
    put: '  if (units > allowedPieces(record, totals.pieces)) {\n',
    caughtBy: ordinary('server/payment/start/hold-limit.test.ts'),
  },
  {
    what: 'the last pieces can be held again and again by who has never bought',
    file: 'server/payment/start/last-pieces.ts',
    find: '  if (leftAt !== undefined) throw lastPiecesRest(leftAt, now)\n',
    put: '  if (leftAt === null) throw lastPiecesRest(leftAt, now)\n',
    caughtBy: ordinary('server/payment/start/last-pieces.test.ts'),
  },
  {
    what: 'any requested amount is accepted',
    file: PROVIDER_STATUS,
    find: "  if (requestedAmount !== null && requestedAmount !== expected.amount) return 'another amount was asked for'\n",
    put: '',
    caughtBy: ordinary('server/payment/settle/provider-status.test.ts'),
  },
  {
    what: 'test money is accepted as real money',
    file: PROVIDER_STATUS,
    find: `  if (transaction.domain !== expected.mode) return \`\${transaction.domain} money in \${expected.mode} mode\`\n`,
    put: '',
    caughtBy: ordinary('server/payment/settle/provider-status.test.ts'),
  },
  {
    what: 'an event is acknowledged before it is stored',
    file: 'server/payment/api.ts',
    find: '      await receiveWebhook({ ...dependencies, refusals }, rawBody, context.req.raw.headers)\n',
    put: '      void receiveWebhook({ ...dependencies, refusals }, rawBody, context.req.raw.headers).catch(() => {})\n',
    caughtBy: ordinary('server/payment/webhook/webhook.test.ts'),
  },
  {
    what: 'any signature is accepted',
    file: 'server/payment/paystack/event.ts',
    find: 'if (!isSignedBy(keys, rawBody, signature))',
    put: 'if (!isSignedBy(keys, rawBody, signature) && signature === null)',
    caughtBy: proof('test/proof/hostile-webhook.test.ts'),
  },
  {
    what: 'an ended order releases its stock twice',
    file: 'server/payment/settle/apply-decision.ts',
    find: "  await moveStock(tx, 'release', order.id, lines)\n",
    put: "  await moveStock(tx, 'release', order.id, [...lines, ...lines])\n",
    caughtBy: ordinary('server/payment/settle/settle.test.ts'),
  },
  {
    what: 'a discount is computed in floating point and not rounded',
    file: 'shared/price.ts',
    find: 'Math.floor((listKobo * hundredthsOfPercent + 5_000) / 10_000)',
    put: 'listKobo * (hundredthsOfPercent / 10_000)',
    caughtBy: ordinary('shared/price.test.ts'),
  },
  {
    what: "the client's price is trusted",
    file: 'server/order/quote.ts',
    find: "  const problem = !isAmount(claimed.price, known.unitPrice)\n    ? 'price'\n    : known.available < quantity",
    put: "  const problem = !isAmount(claimed.price, claimed.price * 100)\n    ? 'price'\n    : known.available < quantity",
    caughtBy: ordinary('server/payment/start/start-claims.test.ts'),
  },
  {
    what: 'the mail of a paid order is queued in a separate transaction, and lost',
    file: 'server/payment/settle/apply-decision.ts',
    find: "  await oweMail(work, { kind: 'order_confirmed' })\n",
    put: '',
    caughtBy: ordinary('server/payment/settle/settle.test.ts'),
  },
  {
    what: 'the refunds of a payment may sum above it',
    file: 'server/payment/refund/measure-refund.ts',
    find: 'if (amount < 1 || amount > left)',
    put: 'if (amount < 1 || amount > paid)',
    caughtBy: ordinary('server/payment/refund/many-refunds.test.ts'),
  },
  {
    what: 'a refund does not wait for the number of the one before',
    file: 'server/payment/refund/plan-refund.ts',
    find: '  if (last === undefined || hasNumber(last)) return\n',
    put: '  if (last === undefined || attempt.state !== null) return\n',
    caughtBy: ordinary('server/payment/refund/many-refunds.test.ts'),
  },
  {
    what: 'a refund is requested without checking whether it exists already',
    file: 'server/payment/refund/refund.ts',
    find: "  if (ours !== undefined) return recordRefundState(dependencies, attempt, refund, ours, there)\n  if (there !== undefined && refund.state === 'requested') {",
    put: "  if (ours !== undefined && refund.state !== 'requested') return recordRefundState(dependencies, attempt, refund, ours, there)\n  if (refund.state === 'requested') {",
    caughtBy: ordinary('server/payment/refund/refund.test.ts'),
  },
  {
    what: 'a late payment is honoured although its checkout is paid',
    file: 'server/payment/settle/decision.ts',
    find: "  return situation.siblingPaid ? { do: 'refund', reason: 'already-paid' } : { do: 'pay-late' }",
    put: "  return { do: 'pay-late' }",
    caughtBy: ordinary('server/payment/settle/decision.test.ts'),
  },
  {
    what: 'guest orders are visible to everybody',
    file: 'server/order/ownership.ts',
    find: 'const asGuest = and(',
    put: 'const asGuest = or(',
    caughtBy: ordinary('server/order/history.test.ts'),
  },
  {
    what: 'wrong tries of a code are not counted',
    file: 'server/auth/check-code.ts',
    find: 'const TRIES_MAX = 5',
    put: 'const TRIES_MAX = 30_000',
    caughtBy: ordinary('server/auth/code-guessing.test.ts'),
  },
  {
    what: 'tokens are stored in plain text',
    file: 'server/auth/session-store.ts',
    find: "  return createHash('sha256').update(token).digest('hex')",
    put: "  return createHash('sha256') && token",
    caughtBy: ordinary('server/auth/account.test.ts'),
  },
  {
    what: 'parallel requests bypass a rate limit',
    file: 'server/http/rate-limit.ts',
    find: `
        where (select count(*) \${counting}) < \${max}`,
    put: '',
    caughtBy: ordinary('server/http/rate-limit.test.ts'),
  },
  {
    what: 'a broken connection ends the process',
    file: 'server/db/pool.ts',
    find: "  pool.on('connect', (client) => void client.on('error', () => {}))\n",
    put: '',
    caughtBy: proof('test/proof/lost-connection.test.ts'),
  },
  {
    what: 'a transaction that PostgreSQL rolls back at its commit counts as committed',
    file: 'server/db/transaction.ts',
    find: '      await tx.execute(STILL_ALIVE)\n',
    put: '',
    caughtBy: ordinary('server/db/pool.test.ts'),
  },
  {
    what: 'parcels are changed without the lock of their order',
    file: 'server/parcel/locked.ts',
    find: '  const { order } = await lockAskedOrder(tx, orderId)\n',
    put: '  const order = await getAskedOrder(tx, orderId)\n',
    caughtBy: proof('test/proof/parcel.test.ts'),
  },
  {
    what: 'a step of a parcel is undone while its mail goes out',
    file: 'server/mail/store.ts',
    find: 'await tx.delete(outbox).where(and(isIt, isOwed, eq(outbox.attempts, 0)))',
    put: 'await tx.delete(outbox).where(isIt)',
    caughtBy: ordinary('server/parcel/parcel.test.ts'),
  },
  {
    what: 'the database takes any number of pieces into parcels',
    file: 'server/db/migrations/0032_parcels.sql',
    find: 'create trigger parcel_lines_bought after insert or update on parcel_lines',
    put: 'create trigger parcel_lines_bought after insert on parcel_lines',
    caughtBy: proof('test/proof/parcel.test.ts'),
  },
  {
    what: 'a parcel is sent without its mail',
    file: 'server/parcel/move.ts',
    find: '  await queueParcelMail(tx, jobs, order, { id: parcelId, state: to }, now())\n',
    put: '',
    caughtBy: proof('test/proof/parcel.test.ts'),
  },
  ...Object.entries(UNIQUE_INDEXES).map(([key, file]) => ({
    what: `the tables have no ${key}`,
    file,
    find: `CREATE UNIQUE INDEX "${key}"`,
    put: `CREATE INDEX "${key}"`,
    caughtBy: proof('test/proof/unique-key.test.ts'),
  })),
  ...Object.entries(UNIQUE_CONSTRAINTS).map(([find, file]) => ({
    what: `the tables have no ${find}`,
    file,
    find,
    put: 'CHECK (true)',
    caughtBy: proof('test/proof/unique-key.test.ts'),
  })),
]
