/** `at` is where the part starts, in characters of the name. */
type MatchPart = { at: number; text: string; isMatch: boolean }

/** Finds the query's words in the name, ignoring case and accents ("eko" is found in "ÈKÓ"). */
export function splitMatches(name: string, query: string): MatchPart[] {
  const characters = [...name]
  const folded = characters.map(fold)
  const isMatch = characters.map(() => false)
  for (const word of query.split(/\s+/).map(fold).filter(Boolean)) {
    for (const [from, to] of occurrences(folded, word)) isMatch.fill(true, from, to)
  }
  const parts: MatchPart[] = []
  for (const [at, text] of characters.entries()) {
    const last = parts.at(-1)
    if (last && last.isMatch === isMatch[at]) last.text += text
    else parts.push({ at, text, isMatch: isMatch[at] === true })
  }
  return parts
}

/** Ranges of characters that spell the word. A folded character may be empty (a combining mark) or longer than one ("ß"). */
function* occurrences(folded: readonly string[], word: string): Generator<[from: number, to: number]> {
  for (let from = 0; from < folded.length; from++) {
    if (folded[from] === '') continue
    let spelled = ''
    let to = from
    while (to < folded.length && (spelled.length < word.length || folded[to] === '')) {
      spelled += folded[to]
      to++
    }
    if (spelled.startsWith(word)) yield [from, to]
  }
}

function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
