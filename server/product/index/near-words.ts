import { isNeighbourSwap } from '../search-words.ts'
import { bitsIn } from './bits.ts'

/** A known word with its distance from the typed one. */
export type NearWord = { word: string; mistakes: number }

/**
 * Finds the known words near a mistyped one. Out of 50,000 words, all but a few dozen are ruled out by the letters that
 * they contain, which takes a third of a millisecond; only the rest are compared letter by letter.
 */
export class NearWords {
  #words: readonly string[] = []
  #letters = new Int32Array(0)
  #lengths = new Uint8Array(0)

  /** Fastest when `words` is the same array as in the last call. */
  find(words: readonly string[], typed: string, mistakesMax: number): NearWord[] {
    if (words !== this.#words) this.#remember(words)
    const letters = lettersOf(typed)
    const typedLetters = Array.from(typed, (letter) => letter.codePointAt(0) ?? 0)
    const { length } = typedLetters
    const near: NearWord[] = []
    const lettersOfWords = this.#letters
    const lengths = this.#lengths
    for (let i = 0; i < words.length; i++) {
      // One edit removes one letter and adds another at most.
      if (bitsIn((lettersOfWords[i] ?? 0) ^ letters) > 2 * mistakesMax) continue
      if (Math.abs((lengths[i] ?? 0) - length) > mistakesMax) continue
      const word = words[i] ?? ''
      const edits = editsAtMost(word, typedLetters, mistakesMax + 1)
      const mistakes = edits > 1 && isNeighbourSwap(word, typed) ? 1 : edits
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

/**
 * One bit for each letter that occurs; letters beyond 32 share bits, which rules out fewer words but never a wrong one.
 */
function lettersOf(word: string): number {
  let letters = 0
  for (let i = 0; i < word.length; i++) letters |= 1 << (word.charCodeAt(i) & 31)
  return letters
}

/** One for all words: a comparison is never interrupted. */
const row: number[] = []

/** The Levenshtein distance: how many letters must be inserted, deleted or replaced; `most` if that many or more. */
function editsAtMost(word: string, typed: readonly number[], most: number): number {
  const { length } = typed
  for (let i = 0; i <= length; i++) row[i] = i
  let letters = 0
  for (const each of word) {
    const letter = each.codePointAt(0)
    let diagonal = letters
    letters += 1
    let before = letters
    let least = letters
    row[0] = letters
    for (let i = 1; i <= length; i++) {
      const above = row[i] ?? 0
      before = Math.min(before + 1, above + 1, diagonal + (letter === typed[i - 1] ? 0 : 1))
      diagonal = above
      row[i] = before
      if (before < least) least = before
    }
    // No later row goes below the minimum of this one.
    if (least >= most) return most
  }
  return row[length] ?? 0
}
