import { createRoute } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { bearerToken, findSession } from '#server/auth/session-store.ts'
import { isLockTimeout } from '#server/db/retry.ts'
import { deviceOf } from '#server/http/device.ts'
import { createLineCap } from '#server/http/line-cap.ts'
import { createRateLimiter } from '#server/http/rate-limit.ts'
import { type AppEnv, createRouter } from '#server/http/router.ts'
import { orderArrival } from '#server/order/arrival.ts'
import { findReceipt } from '#server/order/history-store.ts'
import { isReceiptTime } from '#server/order/receipt-link.ts'
import {
  initializePayment,
  paymentWebhook,
  type Payment as ShownPayment,
  verifyPayment,
} from '#shared/contract/payment.ts'
import { MINUTE_MS } from '#shared/duration.ts'
import { ShopError } from '#shared/errors.ts'
import { nairaFromKobo } from '#shared/naira.ts'
import { isMoneyReturned, isSettledOtherwise } from './attempt-state.ts'
import { isReference } from './reference.ts'
import { listRefundsOf } from './refund/refund-store.ts'
import type { SettleDependencies } from './settle/apply-decision.ts'
import { settlePayment } from './settle/settle.ts'
import { checkoutRequestFrom, type PaymentStarter } from './start/start.ts'
import { isWorkDone } from './start/work.ts'
import { findPayment, type Payment } from './store.ts'
import { receiveWebhook } from './webhook/webhook.ts'

/** Whatever comes of them: refused ones cost as much. A crowd behind one carrier address asks about this often. */
const STARTS_PER_ADDRESS = { max: 100, windowMs: 10_000 }
const VERIFY_PER_REFERENCE = { max: 20, windowMs: MINUTE_MS }
const VERIFY_PER_ADDRESS = { max: 300, windowMs: MINUTE_MS }

export function paymentApi(dependencies: SettleDependencies, startPayment: PaymentStarter) {
  const { db, now, log, settings } = dependencies
  const refusals = createLineCap(log, 'more webhooks were refused', now)
  const signature = {
    ...dependencies.provider.signatureHeader,
    in: 'header' as const,
    required: true,
    schema: { type: 'string' as const },
  }
  return createRouter()
    .openapi(createRoute(initializePayment), async (context) => {
      const countTry = createRateLimiter(db, settings, now())
      await countTry('start by address', context.get('clientAddress'), STARTS_PER_ADDRESS)
      // An expired or missing token makes the caller a guest: anyone may pay.
      const session = await findSession(db, bearerToken(context.req.header('authorization')), now())
      const checkoutRequest = checkoutRequestFrom(
        context.req.valid('json'),
        {
          userId: session?.userId ?? null,
          device: await deviceOf(context, settings),
          isWorkDone: await isWorkDone(db, settings, context.req.valid('header')['proof-of-work'], now()),
          clientAddress: context.get('clientAddress'),
          idempotencyKey: context.req.valid('header')['idempotency-key'],
        },
        settings.appSecret,
      )
      const page = await startPayment(checkoutRequest)
      forbidCaching(context)
      return context.json(
        {
          data: {
            authorization_url: page.url,
            access_code: page.accessCode,
            reference: page.reference,
          },
        },
        200,
      )
    })
    .openapi(createRoute(verifyPayment), async (context) => {
      forbidCaching(context)
      const { reference } = context.req.valid('param')
      const countTry = createRateLimiter(db, settings, now())
      await countTry('verify by address', context.get('clientAddress'), VERIFY_PER_ADDRESS)
      if (!isReference(reference)) throw unknownPayment()
      await countTry('verify by reference', reference, VERIFY_PER_REFERENCE)
      return context.json({ payment: await paymentNow(dependencies, reference) }, 200)
    })
    .openapi(createRoute({ ...paymentWebhook, parameters: [signature] }), async (context) => {
      const rawBody = new Uint8Array(await context.req.arrayBuffer())
      refusals.endCount()
      await receiveWebhook({ ...dependencies, refusals }, rawBody, context.req.raw.headers)
      return context.json({ received: true as const }, 200)
    })
}

/** Anyone who knows a reference can see its payment, so it must not be cached or leak in a Referer header. */
function forbidCaching(context: Context<AppEnv>): void {
  context.header('Cache-Control', 'no-store')
  context.header('Referrer-Policy', 'no-referrer')
}

function unknownPayment(): ShopError {
  return new ShopError('NOT_FOUND', 'There is no payment with this reference.')
}

/** The current state of a payment. Settles it first, unless the order is already paid, which is final. */
async function paymentNow(dependencies: SettleDependencies, reference: string): Promise<ShownPayment> {
  const known = await findPayment(dependencies.db, reference)
  if (known === undefined) throw unknownPayment()
  if (known.order.status === 'paid') {
    return shownPayment(dependencies, known, { inFlight: false, refundReason: null })
  }
  const settled = await settlePayment(dependencies, known, 'redirect').catch((error: unknown) => {
    if (isLockTimeout(error)) return 'busy' as const
    throw error
  })
  // Another transaction holds the order or its stock: return the last known state; the page polls again.
  if (settled === 'busy') {
    return shownPayment(dependencies, known, {
      inFlight: true,
      refundReason: await readRefundReason(dependencies, known),
    })
  }
  const kind = settled.providerStatus.kind
  if ((kind === 'unreachable' || kind === 'unreadable') && settled.order.status !== 'paid') {
    throw new ShopError(
      'PROVIDER_FAILED',
      "We couldn't verify your payment. Please try again or contact support.",
    )
  }
  const refundReason = await readRefundReason(dependencies, settled)
  return shownPayment(dependencies, settled, { inFlight: kind === 'in-flight', refundReason })
}

async function readRefundReason(
  { db }: SettleDependencies,
  { order, attempt }: Payment,
): Promise<ShownPayment['refundReason']> {
  if (order.status === 'paid' || !isMoneyReturned(attempt.state)) return null
  const [refund] = await listRefundsOf(db, attempt.reference)
  return refund?.reason ?? null
}

async function shownPayment(
  dependencies: SettleDependencies,
  { order, attempt }: Payment,
  { inFlight, refundReason }: Pick<ShownPayment, 'inFlight' | 'refundReason'>,
): Promise<ShownPayment> {
  return {
    status: order.status,
    reference: attempt.reference,
    email: order.email,
    amount: nairaFromKobo(attempt.amount),
    channel: attempt.channel,
    paidAt: order.paidAt?.toISOString() ?? null,
    arrival: orderArrival(order),
    // A payment that is being refunded is under way too, but back to its payer.
    inFlight: inFlight && order.status !== 'paid' && !isSettledOtherwise(attempt.state),
    holdExpiresAt: order.holdExpiresAt?.toISOString() ?? null,
    refundReason,
    customer: payerOf({ order, attempt }),
    order: await findShownReceipt(dependencies, order),
  }
}

/** What it is for: shown by reference for as long as a link made when it was paid, or placed, would show it. */
async function findShownReceipt(
  { db, now }: SettleDependencies,
  { id: orderId, confirmedAt, createdAt }: Payment['order'],
): Promise<ShownPayment['order']> {
  const madeAt = confirmedAt ?? createdAt
  if (!isReceiptTime(madeAt, now())) return null
  return (await findReceipt(db, { orderId, madeAt }, now())) ?? null
}

/** The customer as the provider reports it. It rarely has a name or a phone; then the order's are used. */
function payerOf({ order: { fullName, phone }, attempt: { customer } }: Payment): ShownPayment['customer'] {
  if (customer === null) return null
  const isNamed = customer.first_name !== null || customer.last_name !== null
  const [first_name = null, ...others] = fullName.split(' ').filter((word) => word !== '')
  const written = { first_name, last_name: others.length === 0 ? null : others.join(' ') }
  return { ...customer, ...(isNamed ? {} : written), phone: customer.phone ?? phone }
}
