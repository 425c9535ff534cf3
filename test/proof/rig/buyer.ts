import { setTimeout as sleep } from 'node:timers/promises'
import { sized } from '#test/support/proof.ts'
import { type CartLine, purchase } from '#test/support/purchase.ts'
import { ask, type ShopResponse } from './ask.ts'

type Shop = { url: string }

let keys = 0
/** One checkout: its idempotency key, its body, and the buyer's IP address. */
export type CheckoutRequest = { key: string; from: string; body: ReturnType<typeof purchase> }

export function checkoutRequestFor(
  lines: readonly CartLine[],
  changes: { from?: string; email?: string } = {},
): CheckoutRequest {
  keys += 1
  const { from = `10.${keys % 200}.${(keys >> 8) % 200}.${keys % 250}`, email } = changes
  return {
    key: `proof-checkout-key-${process.pid}-${keys}`,
    from,
    body: purchase(lines, email === undefined ? {} : { email }),
  }
}

/** Starts the payment of a checkout, or requests its page again. */
export function start(shop: Shop, request: CheckoutRequest, giveUpMs?: number): Promise<ShopResponse> {
  return ask(shop.url, 'POST', '/api/payment/initialize', {
    body: request.body,
    headers: { 'idempotency-key': request.key, 'x-forwarded-for': request.from },
    ...(giveUpMs === undefined ? {} : { giveUpMs }),
  })
}

const COMES_BACK_MS = 1_000

/**
 * The reduced versions share the machine with other proofs: a shop that is too busy asks a buyer to come back, who then does,
 * as a browser would. In full nobody comes back, and such a response is a result.
 */
async function inTurn(send: () => Promise<ShopResponse>): Promise<ShopResponse> {
  for (;;) {
    const response = await send()
    const isToRetry = [429, 503].includes(response.status) || response.body?.code === 'CHECKOUT_BUSY'
    if (!isToRetry || sized({ quick: false, whole: true })) return response
    await sleep(COMES_BACK_MS)
  }
}

/** Like start, but comes back when asked to. */
export const startInTurn = (shop: Shop, request: CheckoutRequest) => inTurn(() => start(shop, request))

/** Starts a payment and returns its reference; throws if the start was refused. */
export async function place(shop: Shop, request: CheckoutRequest): Promise<string> {
  const response = await start(shop, request)
  if (response.status !== 200)
    throw new Error(`Not started: ${response.status} ${JSON.stringify(response.body)}`)
  return response.body.data.reference
}

/** The shopper's return: requests a payment's status. */
export function verify(shop: Shop, reference: string, giveUpMs?: number): Promise<ShopResponse> {
  return ask(shop.url, 'GET', `/api/payment/verify/${reference}`, giveUpMs === undefined ? {} : { giveUpMs })
}

/** Like verify, but comes back when asked to. */
export const verifyInTurn = (shop: Shop, reference: string) => inTurn(() => verify(shop, reference))
