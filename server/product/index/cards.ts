import { CARD_PICTURES } from '#shared/limits.ts'
import { withRoomFor } from './columns.ts'
import type { IndexedProduct } from './indexed-product.ts'
import { Texts } from './texts.ts'

/** PostgreSQL stores no text with this character. */
const BETWEEN = '\0'

/** What nearly all addresses of pictures begin and end with is not stored, as there are hundreds of thousands of them. */
const COMMON = /^\/pictures\/(?<own>[^=].*)\.jpg$/
const AS_IT_IS = '='
const shorten = (address: string) => COMMON.exec(address)?.groups?.own ?? AS_IT_IS + address
const lengthen = (short: string) =>
  short.startsWith(AS_IT_IS) ? short.slice(AS_IT_IS.length) : `/pictures/${short}.jpg`

/** What a card shows of a product that no filter or order needs. */
export class Cards {
  /** The name, then the pictures of a card. */
  readonly #texts = new Texts()
  /** The other pictures, of which lists of certain colours show some: apart, as all other lists need not read them. */
  readonly #furtherImages = new Texts()
  #ratingSums = new Uint32Array(0)
  #ratingCounts = new Uint32Array(0)

  /** Stores a new ordinal. Its scores can be changed later, its texts cannot. */
  put(ordinal: number, product: IndexedProduct): void {
    const { name, images } = product
    this.#texts.put(ordinal, [name, ...images.slice(0, CARD_PICTURES)].join(BETWEEN))
    this.#furtherImages.put(ordinal, images.slice(CARD_PICTURES).map(shorten).join(BETWEEN))
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

  /** Those after the ones that `of` has. */
  furtherImagesOf(ordinal: number): string[] {
    const text = this.#furtherImages.of(ordinal)
    return text === '' ? [] : text.split(BETWEEN).map(lengthen)
  }

  bytes(): number {
    return (
      this.#texts.bytes() +
      this.#furtherImages.bytes() +
      this.#ratingSums.byteLength +
      this.#ratingCounts.byteLength
    )
  }
}
