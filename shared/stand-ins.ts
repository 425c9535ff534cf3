/**
 * V8 keeps a text in one byte a character if all of them are Latin-1, and in two if any is not. A listing with a naira sign
 * is then larger than the 128 KB up to which joining its fifteen thousand pieces is cheap. So while a page is rendered,
 * pairs of control characters, which hardly occur in texts, stand in for the characters that the shop's own words need. They
 * are put back in the document alone: what else pages write, the address of a redirect or of an API call, must not need them.
 * In UTF-8 a pair takes three bytes, as they do.
 */
const SECOND = '\x7f'
const STAND_INS: Readonly<Record<string, string>> = {
  '₦': `\x81${SECOND}`,
  '–': `\x8d${SECOND}`,
  '—': `\x8f${SECOND}`,
  '’': `\x90${SECOND}`,
  '“': `\x98${SECOND}`,
  '”': `\x9e${SECOND}`,
  '…': `\x9d${SECOND}`,
}
const CHARACTERS = new Map(Object.entries(STAND_INS).map(([character, standIn]) => [standIn, character]))
const ANY_STOOD_FOR = new RegExp(`[${Object.keys(STAND_INS).join('')}]`, 'g')
const ANY_STAND_IN = new RegExp(Object.values(STAND_INS).join('|'), 'g')

/** The code of pages, with stand-ins in its texts. */
export function withStandIns(code: string): string {
  return code.replace(ANY_STOOD_FOR, (character) => STAND_INS[character] ?? character)
}

const ENCODED = new Map([...CHARACTERS].map((pair) => pair.map(encodeURIComponent) as [string, string]))
const START_OF_ENCODED = '%C2%'
const ANY_ENCODED = new RegExp([...ENCODED.keys()].join('|'), 'g')

/** What was percent-encoded for an address, such as the words of a link for sharing, stays within Latin-1 as it is sent. */
export function withoutEncodedStandIns(text: string): string {
  if (!text.includes(START_OF_ENCODED)) return text
  return text.replace(ANY_ENCODED, (encoded) => ENCODED.get(encoded) ?? encoded)
}

/** A text of a page as it is sent. */
export function withoutStandIns(text: string): string {
  return text.replace(ANY_STAND_IN, (standIn) => CHARACTERS.get(standIn) ?? standIn)
}

/** The first byte of every stand-in in UTF-8, and of the characters up to U+00BF. */
const LEAD = 0xc2
const encoder = new TextEncoder()
const LAST = SECOND.charCodeAt(0)
const BYTES: Uint8Array[] = []
for (const [standIn, character] of CHARACTERS) {
  const bytes = encoder.encode(character)
  if (bytes.length !== encoder.encode(standIn).length)
    throw new Error(`Nothing of this kind can stand in for ${character}.`)
  BYTES[standIn.charCodeAt(0)] = bytes
}

/** The same for a text in UTF-8, in place. */
export function replaceStandIns(text: Uint8Array): void {
  for (let at = text.indexOf(LEAD); at !== -1; at = text.indexOf(LEAD, at + 2)) {
    const character = text[at + 2] === LAST ? BYTES[text[at + 1] ?? 0] : undefined
    if (character !== undefined) text.set(character, at)
  }
}
