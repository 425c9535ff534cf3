import { randomBytes } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { newId } from './bank.ts'
import { NOT_COMPLETED } from './charge.ts'
import { falsify } from './fault.ts'
import type { Gateway } from './gateway.ts'
import type { Transaction } from './ledger.ts'
import { accept, bearerGuard, invalid, listPage, type Reply, readBody, refuse, respond } from './reply.ts'
import { transactionWire } from './wire.ts'

/** [PaystackOSS/openapi; PaystackOSS/paystack-mcp-server src/data/paystack-skill.md] */
const CHANNELS = ['card', 'bank', 'ussd', 'qr', 'eft', 'mobile_money', 'bank_transfer', 'apple_pay']

/** ₦50, the smallest sensible charge. [paystack.com/docs/payments/recurring-charges] */
const MIN_AMOUNT_KOBO = 5000

/** The transaction calls of Paystack's API, path for path. */
export function transactionApi(gateway: Gateway): Hono {
  const { ledger, faults, bank } = gateway
  const api = new Hono()
  api.use(bearerGuard(gateway.secretKey))

  api.post('/initialize', async (c) => {
    const body = await readBody(c)
    const reference = typeof body.reference === 'string' ? body.reference : undefined
    return respond(c, faults, 'initialize', reference, () => initialize(gateway, body))
  })

  api.get('/verify/:reference', (c) => {
    const reference = c.req.param('reference')
    return respond(c, faults, 'verify', reference, () => {
      const transaction = ledger.findTransaction(reference)
      if (!transaction) return transactionNotFound()
      const wire = transactionWire(bank.current(transaction))
      return accept('Verification successful', falsify(wire, faults, 'verify'))
    })
  })

  api.get('/', (c) => respond(c, faults, 'list', undefined, () => list(c, gateway)))
  return api
}

export const transactionNotFound = () =>
  refuse(
    400,
    'transaction_not_found',
    'Transaction reference not found',
    'Pass the reference of a transaction',
  )

/** A reference can be used only once, as with Paystack. */
function initialize({ ledger, bank, publicUrl, now }: Gateway, body: Record<string, unknown>): Reply {
  const { email, callback_url: callbackUrl = null, metadata = '', channels = ['card'] } = body
  if (typeof email !== 'string' || !/^[^\s@<>]{1,64}@[^\s@<>]{1,180}\.[^\s@<>]+$/.test(email)) {
    return refuse(400, 'invalid_email_address', 'Invalid Email Address Passed', 'Pass a valid email address')
  }
  const amountKobo = readKobo(body.amount)
  if (amountKobo === undefined || amountKobo < MIN_AMOUNT_KOBO) {
    return refuse(400, 'invalid_amount', 'Invalid Amount Sent', 'Pass a whole number of kobo, 5000 or more')
  }
  // A missing or null currency means the account's own. [PaystackHQ/plugin-magento-2 CHANGELOG 3.0.11]
  const currency = body.currency ?? 'NGN'
  if (currency !== 'NGN') {
    return refuse(400, 'unsupported_currency', 'Currency not supported by merchant', 'Use NGN')
  }
  const reference = body.reference ?? randomBytes(8).toString('hex')
  if (typeof reference !== 'string' || !/^[A-Za-z0-9.=-]{1,100}$/.test(reference)) {
    return invalid('Invalid transaction reference', 'Use only letters, digits, -, . and =')
  }
  if (!Array.isArray(channels) || channels.some((channel) => !CHANNELS.includes(channel))) {
    return invalid('Invalid channels', `Pass a list of: ${CHANNELS.join(', ')}`)
  }
  if (!channels.includes('card')) {
    return refuse(400, 'no_active_channel', 'No active channel', 'This sandbox account takes cards only')
  }
  if (callbackUrl !== null && !isWebUrl(callbackUrl)) {
    return invalid('Invalid callback_url', 'Pass an absolute http or https address')
  }
  if (metadata !== '' && typeof metadata !== 'object') return invalid('Invalid metadata', 'Pass an object')
  if (ledger.findTransaction(reference)) {
    const nextStep = 'Pass a reference that has not been used'
    return refuse(400, 'duplicate_reference', 'Duplicate Transaction Reference', nextStep)
  }
  const accessCode = randomBytes(12).toString('hex')
  void bank.save({
    id: newId(),
    reference,
    accessCode,
    status: 'abandoned',
    amountKobo,
    currency,
    email,
    callbackUrl,
    metadata,
    gatewayResponse: NOT_COMPLETED,
    step: null,
    card: null,
    createdAt: now().toISOString(),
    paidAt: null,
    feesKobo: null,
  })
  return accept('Authorization URL created', {
    authorization_url: `${publicUrl}/checkout/${accessCode}`,
    access_code: accessCode,
    reference,
  })
}

/** Whole kobo, as a number or as digits: Paystack's samples send a string, its schema says integer. */
export function readKobo(value: unknown): number | undefined {
  const amount = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  return Number.isSafeInteger(amount) && (amount as number) > 0 ? (amount as number) : undefined
}

/** Anything but an absolute http or https address could be a script. */
export function isWebUrl(value: unknown): value is string {
  return typeof value === 'string' && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
}

/** GET /transaction: newest first, 50 a page unless asked, `from` and `to` on the day it was started. */
function list(c: Context, { ledger, faults, bank }: Gateway): Reply {
  const { status, from = '1970-01-01', to = '9999-12-31' } = c.req.query()
  const fromMs = Date.parse(from)
  const toMs = Date.parse(to)
  const fits = (transaction: Transaction) => {
    const startedMs = Date.parse(transaction.createdAt)
    return fromMs <= startedMs && startedMs <= toMs && (status ?? transaction.status) === transaction.status
  }
  const found = ledger.transactions().map(bank.current).filter(fits).reverse()
  const page = listPage(c, {
    rows: found,
    isCursor: faults.take('list', undefined, 'cursor') !== undefined,
  })
  if (Number.isNaN(fromMs + toMs) || !page)
    return invalid('Invalid query', 'Check from, to, perPage and page')
  const rows = page.rows.map((transaction) => falsify(transactionWire(transaction), faults, 'list'))
  return accept('Transactions retrieved', rows, page.meta)
}
