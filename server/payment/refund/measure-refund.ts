import { Refusal } from '#server/refusal.ts'
import { formatKobo, type Kobo } from '#shared/naira.ts'
import type { Attempt } from '../store.ts'
import type { Refund, RefundLine } from './refund-store.ts'

export type Pieces = Pick<RefundLine, 'position' | 'quantity'>

/** A line of an order, and how many of its pieces were refunded, and how many went back on sale or were exchanged, so that no refund puts them there. */
export type RefundedLine = Pieces & { unitPrice: Kobo; refunded: number; restocked: number }

export type RefundStanding = {
  paid: Kobo
  /** Returned, or on its way, by the shop or by hand in the provider's dashboard. */
  returned: Kobo
  lines: readonly RefundedLine[]
}

/** `amount` in kobo; if omitted, what the pieces cost, and without pieces all that is left. */
export type WantedRefund = {
  amount?: Kobo | undefined
  pieces?: readonly Pieces[] | undefined
  /** The pieces go back on sale. */
  isRestocked?: boolean | undefined
}

export type MeasuredRefund = { amount: Kobo; pieces: RefundLine[]; isWhole: boolean }

/** What is on its way back or returned by the shop. A refund that failed returns nothing. */
export function sumReturned(refunds: readonly Pick<Refund, 'amount' | 'state'>[]): Kobo {
  return refunds.reduce((sum, { amount, state }) => (state === 'failed' ? sum : sum + amount), 0)
}

/** How much a refund returns and for what. Throws a Refusal where it is more than was bought, or than is left of what was paid. */
export function measureRefund(
  standing: RefundStanding,
  wanted: WantedRefund,
  attempt: Pick<Attempt, 'amount'>,
): MeasuredRefund {
  const { paid, returned } = standing
  const isRestocked = wanted.isRestocked ?? false
  const pieces = wanted.pieces ?? []
  if (isRestocked && pieces.length === 0)
    throw new Refusal('Only pieces that are refunded can go back on sale: say which. Nothing was changed.')
  if (new Set(pieces.map(({ position }) => position)).size < pieces.length)
    throw new Refusal('A line of the order is named twice. Nothing was changed.')
  const priced = pieces.map((each) => ({ ...each, price: priceOf(standing, each, isRestocked) }))
  const left = Math.max(paid - returned, 0)
  const cost = priced.reduce((sum, { price }) => sum + price, 0)
  const amount = wanted.amount ?? (pieces.length > 0 ? cost : left)
  if (amount < 1 || amount > left) throw new Refusal(`${leftText(standing, left)} Nothing was changed.`)
  return {
    amount,
    pieces: pieces.map(({ position, quantity }) => ({ position, quantity, isRestocked })),
    isWhole: returned + amount >= attempt.amount,
  }
}

function priceOf({ lines }: RefundStanding, { position, quantity }: Pieces, isRestocked: boolean): Kobo {
  const line = lines.find((each) => each.position === position)
  if (line === undefined) throw new Refusal(`The order has no line ${position + 1}. Nothing was changed.`)
  const left = line.quantity - line.refunded
  if (quantity < 1 || quantity > left)
    throw new Refusal(
      `Of line ${position + 1}, ${left} of ${line.quantity} can still be refunded. Nothing was changed.`,
    )
  if (isRestocked && quantity > line.quantity - line.restocked)
    throw new Refusal(
      `Pieces of line ${position + 1} are back on sale already, or were exchanged: refund without putting them back on sale. Nothing was changed.`,
    )
  return quantity * line.unitPrice
}

function leftText({ paid, returned }: RefundStanding, left: Kobo): string {
  if (returned === 0) return `Only ${formatKobo(paid)} was paid.`
  if (left === 0) return `All of the ${formatKobo(paid)} that was paid is returned, or on its way, already.`
  return `Of the ${formatKobo(paid)} that was paid, ${formatKobo(returned)} is returned or on its way: only ${formatKobo(left)} is left.`
}
