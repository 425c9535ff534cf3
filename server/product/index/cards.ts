import { withRoomFor } from './columns.ts'
import type { IndexedProduct } from './indexed-product.ts'
import { Texts } from './texts.ts'

/** PostgreSQL stores no text with this character. */
const BETWEEN = '\0'

/** What a card shows of a product that no filter or order needs. */
export class Cards {
  /** The name, then the pictures. */
  readonly #texts = new Texts()
  #ratingSums = new Uint32Array(0)
  #ratingCounts = new Uint32Array(0)

  /** Stores a new ordinal. Its scores can be changed later, its texts cannot. */
  put(ordinal: number, product: IndexedProduct): void {
    this.#texts.put(ordinal, [product.name, ...product.images].join(BETWEEN))
    this.#ratingSums = withRoomFor(this.#ratingSums, ordinal)
    this.#ratingCounts = withRoomFor(this.#ratingCounts, ordinal)
    this.setScores(ordinal, product)
  }

  setScores(
    ordinal: number,
    { ratingSum, ratingCount }: Pick<IndexedProduct, 'ratingSum' | 'ratingCount'>,
  ): void {
    this.#ratingSums[ordinal] = ratingSum
    this.#ratingCounts[ordinal] = ratingCount
  }

  of(ordinal: number): { name: string; images: string[]; ratingSum: number; ratingCount: number } {
    const [name = '', ...images] = this.#texts.of(ordinal).split(BETWEEN)
    return {
      name,
      images,
      ratingSum: this.#ratingSums[ordinal] ?? 0,
      ratingCount: this.#ratingCounts[ordinal] ?? 0,
    }
  }

  bytes(): number {
    return this.#texts.bytes() + this.#ratingSums.byteLength + this.#ratingCounts.byteLength
  }
}
