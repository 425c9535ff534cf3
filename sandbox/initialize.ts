import { randomId, randomToken } from './chance.ts'
import type { Gateway } from './gateway.ts'
import { accept, invalid, type Reply, refuse } from './reply.ts'
import { NOT_COMPLETED, type Transaction, webUrl } from './transaction.ts'

/** [PaystackOSS/openapi; PaystackOSS/paystack-mcp-server src/data/paystack-skill.md] */
const CHANNELS = ['card', 'bank', 'ussd', 'qr', 'eft', 'mobile_money', 'bank_transfer', 'apple_pay']

/** ₦50, the smallest sensible charge. [paystack.com/docs/payments/recurring-charges] */
const MIN_AMOUNT_KOBO = 5000

/** POST /transaction/initialize: a reference can be used only once, as with Paystack. */
export function initialize(gateway: Gateway, body: Record<string, unknown>): Reply {
  const email = typeof body.email === 'string' ? body.email.trim() : ''
  if (email.length > 254 || !/^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/.test(email)) {
    return refuse(
      400,
      'invalid_email_address',
      'Invalid Email Address Passed',
      "Ensure that you're passing a valid email address",
    )
  }
  const amountKobo = readKobo(body.amount)
  if (amountKobo === undefined || amountKobo < MIN_AMOUNT_KOBO) {
    return refuse(
      400,
      'invalid_amount',
      'Invalid Amount Sent',
      "Ensure that you're passing your amount correctly. It should be a whole number of kobo, 5000 or more",
    )
  }
  // A missing or null currency means the account's own. [PaystackHQ/plugin-magento-2 CHANGELOG 3.0.11]
  const currency = body.currency ?? 'NGN'
  if (currency !== 'NGN') {
    return refuse(
      400,
      'unsupported_currency',
      'Currency not supported by merchant',
      'Use a currency enabled for this account: NGN',
    )
  }
  const reference = body.reference ?? randomToken(gateway.random, 16)
  if (typeof reference !== 'string' || !/^[A-Za-z0-9.=-]{1,100}$/.test(reference)) {
    return invalid('Invalid transaction reference', 'Use only letters, digits, -, . and =')
  }
  const channels = body.channels ?? ['card']
  if (!Array.isArray(channels) || channels.some((channel) => !CHANNELS.includes(channel))) {
    return invalid('Invalid channels', `Pass a list of: ${CHANNELS.join(', ')}`)
  }
  if (!channels.includes('card')) {
    return refuse(400, 'no_active_channel', 'No active channel', 'This sandbox account takes cards only')
  }
  const callbackUrl = typeof body.callback_url === 'string' ? webUrl(body.callback_url) : undefined
  if (body.callback_url != null && !callbackUrl) {
    return invalid('Invalid callback_url', 'Pass an absolute http or https address')
  }
  const metadata = readMetadata(body.metadata)
  if (metadata === undefined) return invalid('Invalid metadata', 'Pass an object, or one as JSON text')
  if (gateway.ledger.findTransaction(reference)) {
    return refuse(
      400,
      'duplicate_reference',
      'Duplicate Transaction Reference',
      'Pass a reference that has not been used',
    )
  }
  const transaction: Transaction = {
    id: randomId(gateway.random),
    reference,
    accessCode: randomToken(gateway.random, 24),
    status: 'abandoned',
    amountKobo,
    currency,
    email,
    customer: gateway.ledger.findCustomer(email) ?? {
      id: randomId(gateway.random),
      code: `CUS_${randomToken(gateway.random, 15)}`,
    },
    channels,
    callbackUrl: callbackUrl ?? null,
    metadata,
    gatewayResponse: NOT_COMPLETED,
    step: null,
    card: null,
    attempts: 0,
    errors: 0,
    history: [],
    ipAddress: null,
    createdAt: gateway.now().toISOString(),
    startedAt: null,
    paidAt: null,
    feesKobo: null,
  }
  void gateway.commit(transaction)
  return accept('Authorization URL created', {
    authorization_url: `${gateway.options.publicUrl}/checkout/${transaction.accessCode}`,
    access_code: transaction.accessCode,
    reference,
  })
}

/** Whole kobo, as a number or as digits: Paystack's samples send a string, its schema says integer. */
export function readKobo(value: unknown): number | undefined {
  const amount = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  return Number.isSafeInteger(amount) && (amount as number) > 0 ? (amount as number) : undefined
}

/** Undefined if it cannot be parsed. Missing metadata is the empty string on verify. [Paystack verify sample] */
function readMetadata(value: unknown): unknown {
  if (value === undefined || value === null || value === '') return ''
  if (typeof value === 'object') return value
  if (typeof value !== 'string') return undefined
  try {
    const parsed: unknown = JSON.parse(value)
    return typeof parsed === 'object' && parsed !== null ? parsed : undefined
  } catch {
    return undefined
  }
}
