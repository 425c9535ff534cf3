import { type CartLine, purchase } from '#test/support/purchase.ts'
import { type Answer, ask } from './ask.ts'

type Shop = { url: string }

let keys = 0
/** One checkout: its idempotency key, its body, and the buyer's IP address. */
export type Wish = { key: string; from: string; body: ReturnType<typeof purchase> }

export function wishFor(lines: readonly CartLine[], changes: { from?: string; email?: string } = {}): Wish {
  keys += 1
  const { from = `10.${keys % 200}.${(keys >> 8) % 200}.${keys % 250}`, email } = changes
  return {
    key: `proof-checkout-key-${process.pid}-${keys}`,
    from,
    body: purchase(lines, email === undefined ? {} : { email }),
  }
}

/** Starts the payment of a checkout, or requests its page again. */
export function start(shop: Shop, wish: Wish, giveUpMs?: number): Promise<Answer> {
  return ask(shop.url, 'POST', '/api/payment/initialize', {
    body: wish.body,
    headers: { 'idempotency-key': wish.key, 'x-forwarded-for': wish.from },
    ...(giveUpMs === undefined ? {} : { giveUpMs }),
  })
}

/** Starts a payment and returns its reference; throws if the start was refused. */
export async function place(shop: Shop, wish: Wish): Promise<string> {
  const answer = await start(shop, wish)
  if (answer.status !== 200) throw new Error(`Not started: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body.data.reference
}

/** The shopper's return: requests a payment's status. */
export function verify(shop: Shop, reference: string, giveUpMs?: number): Promise<Answer> {
  return ask(shop.url, 'GET', `/api/payment/verify/${reference}`, giveUpMs === undefined ? {} : { giveUpMs })
}
