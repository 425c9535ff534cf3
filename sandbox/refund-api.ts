import { Hono } from 'hono'
import { transactionNotFound } from './api.ts'
import type { Gateway } from './gateway.ts'
import { readKobo } from './initialize.ts'
import { createdRefundToWire, refundedKobo, refundToWire } from './refund.ts'
import { accept, answer, invalid, type Reply, refuse } from './reply.ts'
import { bearerGuard, readBody } from './request.ts'

/** The refund calls of Paystack's API. There is no idempotency key: asking twice refunds twice, up to the amount. */
export function refundApi(gateway: Gateway): Hono {
  const { ledger } = gateway
  const api = new Hono()
  api.use(bearerGuard(gateway.options.secretKey))

  const findTransaction = (key: string) =>
    ledger.findTransaction(key) ?? (/^\d+$/.test(key) ? ledger.findTransactionById(Number(key)) : undefined)

  api.post('/', async (c) => {
    const body = await readBody(c)
    const transaction = findTransaction(String(body.transaction ?? ''))
    return answer(c, gateway, 'refund', transaction?.reference, () =>
      transaction ? create(gateway, transaction.reference, body) : transactionNotFound(gateway),
    )
  })

  api.get('/', (c) => {
    const key = c.req.query('transaction') ?? c.req.query('reference')
    const transaction = key === undefined ? undefined : findTransaction(key)
    return answer(c, gateway, 'refund', transaction?.reference, () => {
      const refunds =
        key === undefined ? ledger.refunds() : transaction ? ledger.refundsOf(transaction.id) : []
      const rows = refunds.map((refund) => refundToWire(gateway.currentRefund(refund))).reverse()
      const meta = { total: rows.length, skipped: 0, perPage: 50, page: 1, pageCount: 1 }
      return accept('Refunds retrieved', rows, meta)
    })
  })

  api.get('/:id', (c) => {
    const refund = ledger.findRefund(Number(c.req.param('id')))
    return answer(c, gateway, 'refund', refund?.transactionReference, () =>
      refund ? accept('Refund retrieved', refundToWire(gateway.currentRefund(refund))) : refundNotFound(),
    )
  })

  /** A refund that needs attention continues once the merchant sends the bank account of the payer. */
  api.post('/retry_with_customer_details/:id', async (c) => {
    const body = await readBody(c)
    const refund = ledger.findRefund(Number(c.req.param('id')))
    return answer(c, gateway, 'refund', refund?.transactionReference, () => {
      if (!refund) return refundNotFound()
      if (refund.status !== 'needs-attention')
        return invalid('Refund does not need attention', 'Fetch the refund')
      const details = body.refund_account_details as Record<string, unknown> | undefined
      if (!details?.account_number || !details.bank_id) {
        return invalid('Bank account details are required', 'Pass currency, account_number and bank_id')
      }
      const retried = gateway.moveRefund(refund, 'processing')
      return accept('Refund retried and has been queued for processing', refundToWire(retried))
    })
  })
  return api
}

function refundNotFound(): Reply {
  return refuse(404, 'refund_not_found', 'Refund not found', 'Check the id of the refund')
}

/** Without an amount, refunds all that is left; never more than was paid. [paystack.com/docs/payments/refunds] */
function create(gateway: Gateway, reference: string, body: Record<string, unknown>): Reply {
  const transaction = gateway.ledger.findTransaction(reference)
  if (!transaction) return transactionNotFound(gateway)
  if (!transaction.paidAt) {
    return refuse(
      400,
      'transaction_not_refundable',
      'You can only refund a successful transaction',
      'Verify the transaction',
    )
  }
  const leftKobo = transaction.amountKobo - refundedKobo(gateway.ledger.refundsOf(transaction.id))
  if (leftKobo <= 0) {
    return refuse(
      400,
      'transaction_fully_reversed',
      'Transaction has been fully reversed',
      'List the refunds of this transaction',
    )
  }
  const amountKobo = body.amount === undefined ? leftKobo : readKobo(body.amount)
  if (amountKobo === undefined) return invalid('Invalid refund amount', 'Pass a whole number of kobo')
  if (amountKobo > leftKobo) {
    return refuse(
      400,
      'invalid_amount',
      'Refund amount cannot be more than what is left of the transaction amount',
      `Pass ${leftKobo} or less`,
    )
  }
  const note = (key: string) =>
    typeof body[key] === 'string' ? (body[key] as string) : `Refund for transaction ${reference}`
  const refund = gateway.openRefund(transaction, amountKobo, {
    customer: note('customer_note'),
    merchant: note('merchant_note'),
  })
  const latest = gateway.ledger.findTransaction(reference) ?? transaction
  return accept('Refund has been queued for processing', createdRefundToWire(refund, latest))
}
