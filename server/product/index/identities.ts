import { compareCodePoints } from '#shared/sort.ts'
import { withRoomFor } from './columns.ts'
import { contentKey, type IndexedProduct } from './indexed-product.ts'
import { Order } from './order.ts'

/** Which product an ordinal stands for, and what it is sorted by: when it was added, and its name. */
export class Identities {
  /** Newest first, ties broken by the higher id first, so that every order is deterministic. */
  readonly compareNewest = (left: number, right: number): number => {
    const later = (this.#addedAtMs[right] ?? 0) - (this.#addedAtMs[left] ?? 0)
    return later || compareCodePoints(this.idOf(right), this.idOf(left))
  }
  readonly newest = new Order(this.compareNewest)
  readonly nameAToZ = new Order(
    (left, right) => this.#compareNames(left, right) || this.compareNewest(left, right),
  )
  readonly nameZToA = new Order(
    (left, right) => this.#compareNames(right, left) || this.compareNewest(left, right),
  )
  #ids: string[] = []
  #nameKeys: string[] = []
  #contentKeys = new Float64Array(0)
  #addedAtMs = new Float64Array(0)
  readonly #ordinals = new Map<string, number>()

  ordinalOf(id: string): number | undefined {
    return this.#ordinals.get(id)
  }

  idOf(ordinal: number): string {
    return this.#ids[ordinal] ?? ''
  }

  /** False once its words, values, name, pictures or age have changed: it then needs a new ordinal. */
  isSame(ordinal: number, product: IndexedProduct): boolean {
    return this.#contentKeys[ordinal] === contentKey(product)
  }

  put(ordinal: number, product: IndexedProduct): void {
    this.#contentKeys = withRoomFor(this.#contentKeys, ordinal)
    this.#addedAtMs = withRoomFor(this.#addedAtMs, ordinal)
    this.#ids[ordinal] = product.id
    this.#nameKeys[ordinal] = product.name.toLowerCase()
    this.#contentKeys[ordinal] = contentKey(product)
    this.#addedAtMs[ordinal] = product.addedAtMs
    this.#ordinals.set(product.id, ordinal)
  }

  forget(ordinal: number): void {
    this.#ordinals.delete(this.idOf(ordinal))
    this.#ids[ordinal] = ''
    this.#nameKeys[ordinal] = ''
  }

  #compareNames(left: number, right: number): number {
    return compareCodePoints(this.#nameKeys[left] ?? '', this.#nameKeys[right] ?? '')
  }
}
