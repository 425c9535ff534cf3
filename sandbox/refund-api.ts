import { Hono } from 'hono'
import { readKobo, transactionNotFound } from './api.ts'
import { refundedKobo } from './bank.ts'
import type { Gateway } from './gateway.ts'
import { accept, bearerGuard, invalid, listPage, type Reply, readBody, refuse, respond } from './reply.ts'
import { createdRefundWire, refundWire } from './wire.ts'

/** The refund calls of Paystack's API. There is no idempotency key: asking twice refunds twice, up to the amount. */
export function refundApi(gateway: Gateway): Hono {
  const { ledger, faults, bank } = gateway
  const api = new Hono()
  api.use(bearerGuard(gateway.secretKey))

  const findTransaction = (key: string) =>
    ledger.findTransaction(key) ?? ledger.findTransactionById(Number(key))

  api.post('/', async (c) => {
    const body = await readBody(c)
    const reference = findTransaction(String(body.transaction))?.reference
    return respond(c, faults, 'refund_request', reference, () => create(gateway, reference, body.amount))
  })

  api.get('/', (c) => {
    const transaction = findTransaction(c.req.query('transaction') ?? '')
    return respond(c, faults, 'refund', transaction?.reference, () => {
      const has = (kind: 'unfiltered' | 'cursor') =>
        faults.take('refund', transaction?.reference, kind) !== undefined
      const filtered = transaction ? ledger.refundsOf(transaction) : []
      const rows = (has('unfiltered') ? ledger.refunds() : filtered).toReversed()
      const page = listPage(c, { rows, isCursor: has('cursor') })
      if (!page) return invalid('Invalid query', 'Check perPage and page')
      return accept(
        'Refunds retrieved',
        page.rows.map((refund) => refundWire(bank.currentRefund(refund))),
        page.meta,
      )
    })
  })

  api.get('/:id', (c) => {
    const refund = ledger.findRefund(Number(c.req.param('id')))
    return respond(c, faults, 'refund', refund?.transactionReference, () =>
      refund
        ? accept('Refund retrieved', refundWire(bank.currentRefund(refund)))
        : refuse(404, 'not_found', 'Refund not found', 'List the refunds'),
    )
  })
  return api
}

/** Without an amount, refunds all that is left; never more than was paid. [paystack.com/docs/payments/refunds] */
function create({ ledger, bank }: Gateway, reference = '', amount: unknown): Reply {
  const transaction = ledger.findTransaction(reference)
  if (!transaction) return transactionNotFound()
  if (!transaction.paidAt) {
    const message = 'You can only refund a successful transaction'
    return refuse(400, 'transaction_not_refundable', message, 'Verify the transaction')
  }
  const leftKobo = transaction.amountKobo - refundedKobo(ledger.refundsOf(transaction))
  if (leftKobo <= 0) {
    const message = 'Transaction has been fully reversed'
    return refuse(400, 'transaction_fully_reversed', message, 'List the refunds of this transaction')
  }
  const amountKobo = amount === undefined ? leftKobo : readKobo(amount)
  if (amountKobo === undefined) return invalid('Invalid refund amount', 'Pass a whole number of kobo')
  if (amountKobo > leftKobo) {
    const message = 'Refund amount cannot be more than what is left of the transaction amount'
    return refuse(400, 'invalid_amount', message, `Pass ${leftKobo} or less`)
  }
  const refund = bank.openRefund(transaction, amountKobo)
  return accept('Refund has been queued for processing', createdRefundWire(refund, transaction))
}
