import { salePriceKobo } from '#shared/price.ts'
import type { Entry } from './entry.ts'
import { SlotSet } from './slot-set.ts'

/** What products cost at one time. */
export class Prices {
  readonly onSale = new SlotSet()
  readonly #entries: readonly (Entry | undefined)[]
  readonly #saleKobo: number[] = []
  #atMs = 0
  /** The prices are the same at any time after `#fromMs` up to `#untilMs`: no discount ends in between. */
  #fromMs = Number.NEGATIVE_INFINITY
  #untilMs = Number.POSITIVE_INFINITY

  /** By slot; without an entry where there is no product. */
  constructor(entries: readonly (Entry | undefined)[]) {
    this.#entries = entries
  }

  of(slot: number): number {
    return this.#saleKobo[slot] ?? 0
  }

  put(slot: number, { priceKobo, discount }: Entry): void {
    const saleKobo = salePriceKobo(priceKobo, discount, this.#atMs)
    this.#saleKobo[slot] = saleKobo
    if (saleKobo < priceKobo) this.onSale.add(slot)
    else this.onSale.delete(slot)
    const endsMs = discount?.expiresAtMs ?? Number.POSITIVE_INFINITY
    if (endsMs >= this.#atMs) this.#untilMs = Math.min(this.#untilMs, endsMs)
    else this.#fromMs = Math.max(this.#fromMs, endsMs)
  }

  remove(slot: number): void {
    this.onSale.delete(slot)
    this.#saleKobo[slot] = NO_PRICE
  }

  /** Moves to a time, later or earlier, and returns the products that cost something else then. */
  moveTo(nowMs: number): number[] {
    this.#atMs = nowMs
    if (nowMs > this.#fromMs && nowMs <= this.#untilMs) return []
    this.#fromMs = Number.NEGATIVE_INFINITY
    this.#untilMs = Number.POSITIVE_INFINITY
    const changed: number[] = []
    for (const [slot, entry] of this.#entries.entries()) {
      if (entry === undefined) continue
      const before = this.of(slot)
      this.put(slot, entry)
      if (this.of(slot) !== before) changed.push(slot)
    }
    return changed
  }

  /** The products that cost this much, in naira. */
  between(minNaira: number, maxNaira: number): SlotSet {
    const min = Math.max(0, minNaira * 100 - EXACT)
    const max = maxNaira * 100 + EXACT
    const found = new SlotSet()
    for (let slot = 0; slot < this.#saleKobo.length; slot++) {
      const kobo = this.#saleKobo[slot] ?? NO_PRICE
      if (kobo >= min && kobo <= max) found.add(slot)
    }
    return found
  }
}

/** Of a slot without a product; it is in no range. */
const NO_PRICE = -1
/** Of kobo: absorbs binary rounding ("0.29" naira are 28.999… kobo). */
const EXACT = 1e-6
