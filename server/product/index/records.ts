import { withRoomFor } from './columns.ts'

/**
 * Bytes for each ordinal, all in one buffer: as strings they would take twice the memory, and every full garbage collection
 * would visit each of them.
 */
export class Records {
  #starts = new Uint32Array(0)
  #lengths = new Uint32Array(0)
  #bytes = Buffer.alloc(0)
  #used = 0

  /** Stores a new ordinal's record, which cannot be changed later. */
  put(ordinal: number, record: Uint8Array): void {
    this.#starts = withRoomFor(this.#starts, ordinal)
    this.#lengths = withRoomFor(this.#lengths, ordinal)
    this.#makeRoom(this.#used + record.length)
    this.#starts[ordinal] = this.#used
    this.#lengths[ordinal] = record.length
    this.#bytes.set(record, this.#used)
    this.#used += record.length
  }

  /** To be read at once, not kept. */
  of(ordinal: number): Buffer {
    const start = this.#starts[ordinal] ?? 0
    return this.#bytes.subarray(start, start + (this.#lengths[ordinal] ?? 0))
  }

  bytes(): number {
    return this.#starts.byteLength + this.#lengths.byteLength + this.#bytes.byteLength
  }

  #makeRoom(bytes: number): void {
    if (bytes <= this.#bytes.length) return
    const grown = Buffer.alloc(Math.ceil(bytes * 1.1))
    this.#bytes.copy(grown)
    this.#bytes = grown
  }
}
