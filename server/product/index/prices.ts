import { type DiscountRule, salePriceKobo } from '#shared/price.ts'
import { addAll, type Bits, clearBit, hasBit, ordinalsOf, removeAll, setBit } from './bits.ts'
import { withRoomFor } from './columns.ts'
import { Order } from './order.ts'
import { OrdinalSet } from './ordinal-set.ts'

type Newest = (left: number, right: number) => number

/** The order by price is also kept as this many cumulative sets, each with everything before it. */
const STEPS = 32
/** Fewer than these are added to a set one by one. */
const STEP_MIN = 2_048

/** What products cost at the time of the last bringTo(). */
export class Prices {
  readonly lowToHigh: Order
  readonly highToLow: Order
  readonly discounted = new OrdinalSet()
  /** Products whose discount ends, the next to expire first. */
  readonly #expiries: Order
  #atMs = 0
  #listKobo = new Float64Array(0)
  #saleKobo = new Float64Array(0)
  /** Infinity without an end or without a discount. */
  #expiresAtMs = new Float64Array(0)
  readonly #discounts: (DiscountRule | null)[] = []
  /**
   * Cumulative sets of the cheapest products: the first is empty, each next one has a step more. Undefined once a price
   * has changed.
   */
  #cheapest: Bits[] | undefined

  constructor(newest: Newest) {
    const saleKobo = (ordinal: number) => this.#saleKobo[ordinal] ?? 0
    this.lowToHigh = new Order((left, right) => saleKobo(left) - saleKobo(right) || newest(left, right))
    this.highToLow = new Order((left, right) => saleKobo(right) - saleKobo(left) || newest(left, right))
    this.#expiries = new Order((left, right) => this.#expiryOf(left) - this.#expiryOf(right) || left - right)
  }

  /** Moves the prices to this time, forwards or backwards: recomputes those whose discount ends in between. */
  bringTo(nowMs: number): void {
    if (nowMs === this.#atMs) return
    const from = Math.min(this.#atMs, nowMs)
    const to = Math.max(this.#atMs, nowMs)
    this.#atMs = nowMs
    const changing: number[] = []
    const first = this.#expiries.firstPlace((ordinal) => this.#expiryOf(ordinal) >= from)
    for (let place = first; place < this.#expiries.count; place++) {
      const ordinal = this.#expiries.at(place)
      if (this.#expiryOf(ordinal) >= to) break
      changing.push(ordinal)
    }
    if (changing.length === 0) return
    this.#takeOutOfOrders(changing)
    for (const ordinal of changing) this.#reckon(ordinal)
    this.#putInOrders(changing)
  }

  set(changes: readonly { ordinal: number; priceKobo: number; discount: DiscountRule | null }[]): void {
    for (const { ordinal, priceKobo, discount } of changes) {
      this.#listKobo = withRoomFor(this.#listKobo, ordinal)
      this.#saleKobo = withRoomFor(this.#saleKobo, ordinal)
      this.#expiresAtMs = withRoomFor(this.#expiresAtMs, ordinal)
      this.#listKobo[ordinal] = priceKobo
      this.#discounts[ordinal] = discount
      this.#expiresAtMs[ordinal] = discount?.expiresAtMs ?? Number.POSITIVE_INFINITY
      this.#reckon(ordinal)
    }
    const ordinals = changes.map(({ ordinal }) => ordinal)
    this.#putInOrders(ordinals)
    this.#expiries.insert(ordinals.filter((ordinal) => this.#doesExpire(ordinal)))
  }

  listKoboOf(ordinal: number): number {
    return this.#listKobo[ordinal] ?? 0
  }

  /** Active or not. */
  discountOf(ordinal: number): DiscountRule | null {
    return this.#discounts[ordinal] ?? null
  }

  isSame(ordinal: number, priceKobo: number, discount: DiscountRule | null): boolean {
    const known = this.#discounts[ordinal] ?? null
    return (
      this.#listKobo[ordinal] === priceKobo &&
      known?.type === discount?.type &&
      known?.value === discount?.value &&
      known?.expiresAtMs === discount?.expiresAtMs
    )
  }

  remove(ordinals: readonly number[]): void {
    this.#takeOutOfOrders(ordinals)
    this.#expiries.remove(ordinals.filter((ordinal) => this.#doesExpire(ordinal)))
    for (const ordinal of ordinals) {
      this.discounted.delete(ordinal)
      this.#discounts[ordinal] = null
    }
  }

  /** Adds to an empty set what costs between the two prices, both included, in naira. */
  addBetween(target: Bits, minNaira: number | undefined, maxNaira: number | undefined): void {
    const places = this.lowToHigh
    const min = minNaira === undefined ? 0 : koboAtLeast(minNaira)
    const max = maxNaira === undefined ? Number.POSITIVE_INFINITY : koboAtMost(maxNaira)
    const first = places.firstPlace((ordinal) => (this.#saleKobo[ordinal] ?? 0) >= min)
    const end = places.firstPlace((ordinal) => (this.#saleKobo[ordinal] ?? 0) > max)
    if (end - first < STEP_MIN) {
      for (let place = first; place < end; place++) setBit(target, places.at(place))
      return
    }
    const cheapest = this.#cheapestByStep(target.length)
    const step = this.#step()
    const endStep = Math.floor(end / step)
    addAll(target, cheapest[endStep] ?? target)
    for (let place = endStep * step; place < end; place++) setBit(target, places.at(place))
    const firstStep = Math.floor(first / step)
    removeAll(target, cheapest[firstStep] ?? target)
    for (let place = firstStep * step; place < first; place++) clearBit(target, places.at(place))
  }

  /** The lowest and the highest price in a set of `count` ordinals; 0 if it is empty. */
  rangeKoboOf(set: Bits, count: number): { min: number; max: number } {
    if (count === 0) return { min: 0, max: 0 }
    // The smaller the set, the further along the order its first member.
    if (count * count < this.lowToHigh.count) {
      const kobo = ordinalsOf(set).map((ordinal) => this.#saleKobo[ordinal] ?? 0)
      return { min: Math.min(...kobo), max: Math.max(...kobo) }
    }
    return { min: this.#firstKobo(this.lowToHigh, set), max: this.#firstKobo(this.highToLow, set) }
  }

  #step(): number {
    return Math.max(STEP_MIN, Math.ceil(this.lowToHigh.count / STEPS))
  }

  #cheapestByStep(words: number): readonly Bits[] {
    if (this.#cheapest !== undefined) return this.#cheapest
    const step = this.#step()
    const bits = new Int32Array(words)
    this.#cheapest = [bits.slice()]
    for (let place = 0; place < this.lowToHigh.count; place++) {
      setBit(bits, this.lowToHigh.at(place))
      if ((place + 1) % step === 0) this.#cheapest.push(bits.slice())
    }
    return this.#cheapest
  }

  #firstKobo(order: Order, set: Bits): number {
    for (let place = 0; place < order.count; place++) {
      const ordinal = order.at(place)
      if (hasBit(set, ordinal)) return this.#saleKobo[ordinal] ?? 0
    }
    return 0
  }

  #reckon(ordinal: number): void {
    const list = this.#listKobo[ordinal] ?? 0
    const sale = salePriceKobo(list, this.#discounts[ordinal] ?? null, this.#atMs)
    this.#saleKobo[ordinal] = sale
    if (sale < list) this.discounted.add(ordinal)
    else this.discounted.delete(ordinal)
  }

  #takeOutOfOrders(ordinals: readonly number[]): void {
    this.#cheapest = undefined
    this.lowToHigh.remove(ordinals)
    this.highToLow.remove(ordinals)
  }

  #putInOrders(ordinals: readonly number[]): void {
    this.#cheapest = undefined
    this.lowToHigh.insert(ordinals)
    this.highToLow.insert(ordinals)
  }

  #doesExpire(ordinal: number): boolean {
    return Number.isFinite(this.#expiryOf(ordinal))
  }

  #expiryOf(ordinal: number): number {
    return this.#expiresAtMs[ordinal] ?? Number.POSITIVE_INFINITY
  }
}

/** Whole kobo from naira with any decimals; the margin absorbs binary rounding ("0.29" is 28.999…). */
const EXACT = 1e-6
function koboAtLeast(naira: number): number {
  return Math.ceil(naira * 100 - EXACT)
}
function koboAtMost(naira: number): number {
  return Math.floor(naira * 100 + EXACT)
}
