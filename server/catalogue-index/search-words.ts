import { foldCase, withoutMarks } from '#shared/fold.ts'

/**
 * What counts as a word in the search, for products and queries alike: letters and digits only, lower case, accents
 * folded ("ÈKÓ" is "eko"), apostrophes dropped ("men's" is "mens").
 */

/** Longer runs of letters are not words that anybody searches for; cut so that an index entry stays small. */
const WORD_MAX_CHARS = 40

/** One token of a text: "hoodie" is a joined word without parts; "t-shirt" is "tshirt" with the parts "t" and "shirt". */
export type Chunk = { joined: string; parts: string[] }

/** Text that `fold` would not change, as most of what is typed. */
const FOLDED = /^[a-z0-9 -]*$/

function fold(text: string): string {
  if (FOLDED.test(text)) return text
  return foldCase(
    withoutMarks(text)
      .replace(/['’ʼ`]/g, '')
      .replace(/(\p{Ll})(\p{Lu})/gu, '$1-$2'),
  )
}

/** The chunks of a text in order. A lone letter, but for "a" and "I", is joined with the word after it: "t shirt" reads as "t-shirt". */
export function chunksOf(text: string): Chunk[] {
  const runs = fold(text)
    .replace(/(?<![\p{L}\p{N}])(?![ai]\s)(\p{L})\s+(?=\p{L}{2})/gu, '$1-')
    .match(/[\p{L}\p{N}]+(?:[-‐‑_/.&+][\p{L}\p{N}]+)*/gu)
  return (runs ?? []).map((run) => {
    const parts = run.split(/[^\p{L}\p{N}]/u).map((part) => part.slice(0, WORD_MAX_CHARS))
    const joined = parts.join('').slice(0, WORD_MAX_CHARS)
    return { joined, parts: parts.length === 1 ? [] : parts }
  })
}

const FILLERS = new Set(
  'a an and any at buy by for from i in is me my need of on or some that the to want with'.split(' '),
)

/** The chunks that say what is wanted: "perfume for women" is of perfume and women. Fillers alone are what is wanted. */
export function withoutFillers(chunks: readonly Chunk[]): readonly Chunk[] {
  const telling = chunks.filter(({ joined, parts }) => parts.length > 0 || !FILLERS.has(joined))
  return telling.length === 0 ? chunks : telling
}

/** Plurals whose singular means something else: shorts are not "short". */
const NOT_PLURAL = new Set(['shorts', 'jeans'])

/** Folds singular and plural into one form ("hoodies", "hoodie" → "hoody"), which need not be a word. */
export function singularOf(word: string): string {
  if (word.length < 4 || NOT_PLURAL.has(word)) return word
  const singular = withoutPluralEnding(word)
  return singular.length > 3 && singular.endsWith('ie') ? `${singular.slice(0, -2)}y` : singular
}

function withoutPluralEnding(word: string): string {
  if (/(?:ss|sh|ch|x|z)es$/.test(word)) return word.slice(0, -2)
  return /[^su]s$/.test(word) && !word.endsWith('is') ? word.slice(0, -1) : word
}

/** The forms under which a word is indexed and matched exactly. */
export function formsOf(word: string): string[] {
  const singular = singularOf(word)
  return singular === word ? [word] : [word, singular]
}

/** How many typos are tolerated: none in short words or numbers, 1 in words of 4 to 7 letters, 2 in longer ones. */
export function mistakesForgiven(word: string): number {
  const letters = [...word].length
  if (letters < 4 || /\p{N}/u.test(word)) return 0
  return letters < 8 ? 1 : 2
}

/**
 * Whether swapping two adjacent letters makes one word of the other: one slip of the fingers, but two edits by Levenshtein
 * distance.
 */
export function isNeighbourSwap(word: string, other: string): boolean {
  if (word.length !== other.length) return false
  let at = 0
  while (at < word.length && word[at] === other[at]) at += 1
  return (
    at + 1 < word.length &&
    word[at] === other[at + 1] &&
    word[at + 1] === other[at] &&
    word.slice(at + 2) === other.slice(at + 2)
  )
}
