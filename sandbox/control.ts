import { Hono } from 'hono'
import { z } from 'zod'
import { force } from './charge.ts'
import { faultSchema } from './fault.ts'
import type { Gateway } from './gateway.ts'
import { refundStatuses, transactionStatuses } from './ledger.ts'
import { accept, bearerGuard, invalid, readBody, send } from './reply.ts'
import { transactionWire } from './wire.ts'

const advanceSchema = z.union([
  z.object({ reference: z.string(), status: z.enum(transactionStatuses) }),
  z.object({ refund: z.number(), status: z.enum(refundStatuses) }),
])

const eventSchema = z.object({ reference: z.string(), event: z.string().regex(/^[a-z._-]{3,60}$/) })

/** Endpoints for tests in another process; each requires the secret key. Paystack has none of these. */
export function controlApi({ secretKey, ledger, faults, bank, webhooks, now }: Gateway): Hono {
  const api = new Hono()
  for (const path of ['/__faults', '/__ledger', '/__advance', '/__event']) {
    api.use(path, bearerGuard(secretKey))
  }
  api.onError((error, c) => {
    if (!(error instanceof z.ZodError)) throw error
    return send(c, invalid('Invalid input', z.prettifyError(error)))
  })
  const unknown = invalid('No such transaction or refund', 'See GET /__ledger')

  api.get('/__faults', (c) => send(c, accept('Faults', faults.list())))
  api.post('/__faults', async (c) => {
    faults.set(faultSchema.parse(await readBody(c)))
    return send(c, accept('Fault set', faults.list()))
  })
  api.delete('/__faults', (c) => {
    faults.clear()
    return send(c, accept('Faults cleared', []))
  })

  api.get('/__ledger', (c) => {
    const transactions = ledger.transactions().map(bank.current)
    const refunds = ledger.refunds().map(bank.currentRefund)
    return send(c, accept('Ledger', { transactions, refunds, deliveries: webhooks.deliveries }))
  })

  /** Forces a transaction (by reference) or a refund (by id) into a status, as if payer or bank had acted. */
  api.post('/__advance', async (c) => {
    const input = advanceSchema.parse(await readBody(c))
    if ('refund' in input) {
      const refund = ledger.findRefund(input.refund)
      return send(c, refund ? accept('Refund moved', bank.moveRefund(refund, input.status)) : unknown)
    }
    const transaction = ledger.findTransaction(input.reference)
    if (!transaction) return send(c, unknown)
    const moved = force(transaction, input.status, now())
    await bank.save(moved)
    return send(c, accept('Transaction moved', moved))
  })

  /** Sends any event about a transaction, such as charge.dispute.create or a second charge.success. */
  api.post('/__event', async (c) => {
    const { reference, event } = eventSchema.parse(await readBody(c))
    const transaction = ledger.findTransaction(reference)
    if (!transaction) return send(c, unknown)
    const wire = transactionWire(transaction)
    const dispute = {
      id: wire.id + 1,
      status: 'awaiting-merchant-feedback',
      domain: 'test',
      transaction: wire,
    }
    void webhooks.send(event, reference, event.startsWith('charge.dispute') ? dispute : wire)
    return send(c, accept('Event queued', null))
  })
  return api
}
