import { withRoomFor } from './columns.ts'

/** A short list of numbers for each ordinal, all in one array: an object for each would take ten times the memory. */
export class ValueLists {
  #starts = new Uint32Array(0)
  #lengths = new Uint16Array(0)
  #values = new Uint32Array(0)
  #used = 0

  /** Stores a new ordinal's list. Its values can be changed later, its length cannot. */
  put(ordinal: number, values: readonly number[]): void {
    this.#starts = withRoomFor(this.#starts, ordinal)
    this.#lengths = withRoomFor(this.#lengths, ordinal)
    this.#values = withRoomFor(this.#values, this.#used + values.length)
    this.#starts[ordinal] = this.#used
    this.#lengths[ordinal] = values.length
    this.#values.set(values, this.#used)
    this.#used += values.length
  }

  lengthOf(ordinal: number): number {
    return this.#lengths[ordinal] ?? 0
  }

  at(ordinal: number, i: number): number {
    return this.#values[(this.#starts[ordinal] ?? 0) + i] ?? 0
  }

  set(ordinal: number, i: number, value: number): void {
    this.#values[(this.#starts[ordinal] ?? 0) + i] = value
  }

  /** Adds 1 to the count of each of an ordinal's values. */
  countInto(counts: Uint32Array, ordinal: number): void {
    const start = this.#starts[ordinal] ?? 0
    const end = start + (this.#lengths[ordinal] ?? 0)
    for (let i = start; i < end; i++) {
      const value = this.#values[i] ?? 0
      counts[value] = (counts[value] ?? 0) + 1
    }
  }

  bytes(): number {
    return this.#starts.byteLength + this.#lengths.byteLength + this.#values.byteLength
  }
}
