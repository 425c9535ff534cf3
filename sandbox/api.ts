import { type Context, Hono } from 'hono'
import { falsify } from './fault.ts'
import type { Gateway } from './gateway.ts'
import { initialize } from './initialize.ts'
import { accept, answer, type Reply, refuse } from './reply.ts'
import { bearerGuard, readBody } from './request.ts'
import { type Transaction, toWire } from './transaction.ts'

/** The transaction calls of Paystack's API, path for path. */
export function transactionApi(gateway: Gateway): Hono {
  const api = new Hono()
  api.use(bearerGuard(gateway.options.secretKey))

  api.post('/initialize', async (c) => {
    const body = await readBody(c)
    const reference = typeof body.reference === 'string' ? body.reference : undefined
    return answer(c, gateway, 'initialize', reference, () => initialize(gateway, body))
  })

  api.get('/verify/:reference', (c) => {
    const reference = c.req.param('reference')
    return answer(c, gateway, 'verify', reference, () => {
      const transaction = gateway.ledger.findTransaction(reference)
      if (!transaction) return transactionNotFound(gateway)
      const wire = toWire(gateway.current(transaction))
      return accept('Verification successful', falsify(wire, gateway.faults, 'verify', reference))
    })
  })

  api.get('/', (c) => answer(c, gateway, 'list', undefined, () => list(c, gateway)))

  api.get('/:id{[0-9]+}', (c) => {
    const transaction = gateway.ledger.findTransactionById(Number(c.req.param('id')))
    return answer(c, gateway, 'verify', transaction?.reference, () =>
      transaction
        ? accept('Transaction retrieved', toWire(gateway.current(transaction)))
        : transactionNotFound(gateway),
    )
  })
  return api
}

export function transactionNotFound(gateway: Gateway): Reply {
  return refuse(
    gateway.unknownReferenceStatus,
    'transaction_not_found',
    'Transaction reference not found',
    "Ensure that you're passing the reference of a transaction that exists on this integration",
  )
}

/** GET /transaction: newest first, 50 a page unless asked, `from` and `to` on the day it was started. */
function list(c: Context, gateway: Gateway): Reply {
  const from = readTime(c.req.query('from'))
  const to = readTime(c.req.query('to'))
  const status = c.req.query('status')
  const perPage = readCount(c.req.query('perPage'), 50, 100)
  const page = readCount(c.req.query('page'), 1, 1_000_000)
  if (Number.isNaN(from) || Number.isNaN(to) || !perPage || !page) {
    return refuse(400, 'invalid_params', 'Invalid query', 'Check from, to, perPage and page')
  }
  const fits = (transaction: Transaction) => {
    const startedMs = Date.parse(transaction.createdAt)
    return (
      (from === undefined || startedMs >= from) &&
      (to === undefined || startedMs <= to) &&
      (status === undefined || transaction.status === status)
    )
  }
  const found = gateway.ledger
    .transactions()
    .map((transaction) => gateway.current(transaction))
    .filter(fits)
    .reverse()
  const rows = found.slice((page - 1) * perPage, page * perPage)
  return accept(
    'Transactions retrieved',
    rows.map((transaction) => falsify(toWire(transaction), gateway.faults, 'list', transaction.reference)),
    {
      total: found.length,
      skipped: (page - 1) * perPage,
      perPage,
      page,
      pageCount: Math.max(1, Math.ceil(found.length / perPage)),
    },
  )
}

function readTime(text: string | undefined): number | undefined {
  return text ? Date.parse(text) : undefined
}

function readCount(text: string | undefined, otherwise: number, max: number): number | undefined {
  if (text === undefined) return otherwise
  return /^[1-9]\d{0,6}$/.test(text) ? Math.min(Number(text), max) : undefined
}
