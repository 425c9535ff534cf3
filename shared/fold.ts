/** Letters that Unicode does not decompose into a base and an accent. */
const UNACCENTED: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ɗ: 'd',
  ɓ: 'b',
  ƙ: 'k',
  ł: 'l',
  ı: 'i',
}

export function withoutMarks(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '')
}

/** Lower case without accents: "ÈKÓ" is "eko". */
export function foldCase(text: string): string {
  return withoutMarks(text)
    .toLowerCase()
    .replace(/[ßæœøđɗɓƙłı]/g, (letter) => UNACCENTED[letter] ?? letter)
}
