import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { force } from './charge.ts'
import { faultSchema } from './fault.ts'
import type { Gateway } from './gateway.ts'
import { refundStatuses } from './refund.ts'
import { accept, invalid, send } from './reply.ts'
import { bearerGuard, readBody } from './request.ts'
import { toWire, transactionStatuses } from './transaction.ts'

/** Endpoints for tests in another process; each requires the secret key. Paystack has none of these. */
export function controlApi(gateway: Gateway): Hono {
  const { ledger, faults } = gateway
  const api = new Hono()
  const guard = bearerGuard(gateway.options.secretKey)
  for (const path of ['/__faults', '/__ledger', '/__advance', '/__event']) api.use(path, guard)

  const refuseInput = (c: Context, error: z.ZodError) =>
    send(c, invalid('Invalid input', z.prettifyError(error)))

  api.get('/__faults', (c) => send(c, accept('Faults', faults.list())))
  api.post('/__faults', async (c) => {
    const fault = faultSchema.safeParse(await readBody(c))
    if (!fault.success) return refuseInput(c, fault.error)
    faults.set(fault.data)
    return send(c, accept('Fault set', faults.list()))
  })
  api.delete('/__faults', (c) => {
    faults.clear()
    return send(c, accept('Faults cleared', []))
  })

  api.get('/__ledger', (c) =>
    send(
      c,
      accept('Ledger', {
        transactions: ledger.transactions().map((transaction) => gateway.current(transaction)),
        refunds: ledger.refunds().map((refund) => gateway.currentRefund(refund)),
        deliveries: ledger.deliveries(),
      }),
    ),
  )

  /** Forces a transaction (by reference) or a refund (by id) into a status, as if payer or bank had acted. */
  const advanceSchema = z.union([
    z.object({ reference: z.string(), status: z.enum(transactionStatuses) }),
    z.object({ refund: z.number(), status: z.enum(refundStatuses) }),
  ])
  api.post('/__advance', async (c) => {
    const input = advanceSchema.safeParse(await readBody(c))
    if (!input.success) return refuseInput(c, input.error)
    if ('refund' in input.data) {
      const refund = ledger.findRefund(input.data.refund)
      if (!refund) return send(c, invalid('No such refund', 'See GET /__ledger'))
      return send(c, accept('Refund moved', gateway.moveRefund(refund, input.data.status)))
    }
    const transaction = ledger.findTransaction(input.data.reference)
    if (!transaction) return send(c, invalid('No such transaction', 'See GET /__ledger'))
    const moved = force(transaction, input.data.status, gateway.now())
    await gateway.commit(moved)
    return send(c, accept('Transaction moved', moved))
  })

  /** Sends any event about a transaction, such as charge.dispute.create or a second charge.success. */
  const eventSchema = z.object({
    reference: z.string(),
    event: z.string().regex(/^[a-z._-]{3,60}$/),
    data: z.record(z.string(), z.unknown()).optional(),
  })
  api.post('/__event', async (c) => {
    const input = eventSchema.safeParse(await readBody(c))
    if (!input.success) return refuseInput(c, input.error)
    const transaction = ledger.findTransaction(input.data.reference)
    if (!transaction) return send(c, invalid('No such transaction', 'See GET /__ledger'))
    const wire = toWire(transaction)
    const data = input.data.event.startsWith('charge.dispute')
      ? { id: transaction.id + 1, status: 'awaiting-merchant-feedback', domain: 'test', transaction: wire }
      : wire
    void gateway.webhooks.send(input.data.event, transaction.reference, { ...data, ...input.data.data })
    return send(c, accept('Event queued', null))
  })
  return api
}
