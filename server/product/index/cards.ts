import { cardPictures } from '#shared/colour.ts'
import { withRoomFor } from './columns.ts'
import type { IndexedProduct } from './indexed-product.ts'
import { mostBytesOf, packPicture, pictureAt, picturePlaces } from './packed-picture.ts'
import { Records } from './records.ts'

const LENGTH_BYTES = 4

/** What a card shows of a product that no filter or order needs. */
export class Cards {
  /** The length of the name in bytes, the name, then the pictures. */
  readonly #records = new Records()
  #ratingSums = new Uint32Array(0)
  #ratingCounts = new Uint32Array(0)

  /** Stores a new ordinal. Its scores can be changed later, its name and pictures cannot. */
  put(ordinal: number, product: IndexedProduct): void {
    this.#records.put(ordinal, recordOf(product))
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

  /** With the pictures that a card shows in a list of these colours; `colors` are the product's. */
  of(
    ordinal: number,
    colors: readonly string[],
    asked: readonly string[] | undefined,
  ): { name: string; images: string[]; ratingSum: number; ratingCount: number } {
    const record = this.#records.of(ordinal)
    const nameEnd = LENGTH_BYTES + record.readUInt32LE()
    const places = cardPictures(picturePlaces(record, nameEnd), colors, asked)
    return {
      name: record.toString('utf8', LENGTH_BYTES, nameEnd),
      images: places.map((place) => pictureAt(record, place)),
      ratingSum: this.#ratingSums[ordinal] ?? 0,
      ratingCount: this.#ratingCounts[ordinal] ?? 0,
    }
  }

  bytes(): number {
    return this.#records.bytes() + this.#ratingSums.byteLength + this.#ratingCounts.byteLength
  }
}

/** Records are written here, one after the other, and not joined of buffers: a catalogue's would be a million. */
let draft = Buffer.alloc(4_096)

function recordOf({ name, images }: IndexedProduct): Buffer {
  const most = images.reduce((sum, image) => sum + mostBytesOf(image), LENGTH_BYTES + name.length * 3)
  if (most > draft.length) draft = Buffer.alloc(most)
  const nameBytes = draft.write(name, LENGTH_BYTES)
  draft.writeUInt32LE(nameBytes)
  let end = LENGTH_BYTES + nameBytes
  for (const image of images) end = packPicture(draft, end, image)
  return draft.subarray(0, end)
}
