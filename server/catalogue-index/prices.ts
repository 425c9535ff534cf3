import { salePriceKobo } from '#shared/price.ts'
import type { Entry } from './entry.ts'
import { SlotSet } from './slot-set.ts'

/** Of kobo: absorbs binary rounding ("0.29" naira are 28.999… kobo). */
const EXACT = 1e-6

/** What products cost at one time. */
export class Prices {
  readonly onSale = new SlotSet()
  readonly #saleKobo: number[] = []
  /** No discount ends between these two, so that the prices are the same at any time from one to the other. */
  #fromMs = 0
  #untilMs = Number.POSITIVE_INFINITY

  of(slot: number): number {
    return this.#saleKobo[slot] ?? 0
  }

  put(slot: number, { priceKobo, discount }: Entry): void {
    const saleKobo = salePriceKobo(priceKobo, discount, this.#fromMs)
    this.#saleKobo[slot] = saleKobo
    if (saleKobo < priceKobo) this.onSale.add(slot)
    else this.onSale.delete(slot)
    const endsMs = discount?.expiresAtMs ?? Number.POSITIVE_INFINITY
    if (endsMs >= this.#fromMs) this.#untilMs = Math.min(this.#untilMs, endsMs)
  }

  /** Moves to a time, later or earlier. Returns whether any price may be another one then. */
  moveTo(nowMs: number, entries: readonly Entry[]): boolean {
    if (nowMs >= this.#fromMs && nowMs <= this.#untilMs) return false
    this.#fromMs = nowMs
    this.#untilMs = Number.POSITIVE_INFINITY
    for (const [slot, entry] of entries.entries()) this.put(slot, entry)
    return true
  }

  /** The products that cost this much, in naira. */
  between(minNaira: number, maxNaira: number): SlotSet {
    const min = minNaira * 100 - EXACT
    const max = maxNaira * 100 + EXACT
    const found = new SlotSet()
    for (let slot = 0; slot < this.#saleKobo.length; slot++) {
      if (this.of(slot) >= min && this.of(slot) <= max) found.add(slot)
    }
    return found
  }
}
