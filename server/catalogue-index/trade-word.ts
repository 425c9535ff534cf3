import { swatchHex } from '#shared/colour.ts'
import { type Chunk, formsOf, singularOf } from './search-words.ts'

/** Words for the people that a thing is made for; each group also wears what is for everybody. */
const WEARERS = [
  ['women', 'womens', 'woman', 'lady', 'female'],
  ['men', 'mens', 'man', 'male', 'guy'],
]

/** Words of the trade that mean the same to a Nigerian shopper, in the singular; phrases are written as one word. */
const SAME_MEANING: readonly (readonly string[])[] = [
  ['tee', 'tshirt', 'teeshirt', 'top', 'roundneck'],
  ['trouser', 'pant', 'jogger', 'sweatpant', 'trackpant'],
  ['sneaker', 'trainer', 'kick'],
  ['cap', 'hat', 'facecap'],
  ['kaftan', 'caftan', 'native', 'nativewear', 'agbada', 'senator'],
  ['hoodie', 'hooded', 'hoody', 'hoodedsweatshirt'],
  ['bag', 'tote', 'handbag'],
  ['crossbody', 'crossbodybag', 'slingbag', 'sidebag'],
  ['backpack', 'bagpack', 'schoolbag', 'rucksack'],
  ['duffel', 'duffle', 'holdall', 'travelbag', 'weekender'],
  ['perfume', 'parfum', 'fragrance', 'scent', 'cologne', 'bodyspray'],
  ['shorts', 'knicker'],
  ['sandal', 'slide', 'slipper', 'palm', 'palmslipper', 'flipflop', 'pam'],
  ['sweatshirt', 'sweater', 'jumper', 'pullover', 'crewneck'],
  ['coord', 'twopiece', '2piece', 'set', 'matchingset', 'upanddown'],
  ['tracksuit', 'sweatsuit', 'joggerset'],
  ['singlet', 'vest', 'tanktop', 'sleeveless', 'armless'],
  ['jean', 'jeans', 'denim', 'jeantrouser', 'jeanstrouser', 'denimtrouser'],
  ['gown', 'dress'],
  ['jersey', 'footballshirt'],
  ['grey', 'gray', 'ash'],
  ['wine', 'burgundy', 'maroon', 'oxblood'],
  ['cream', 'offwhite', 'ivory'],
  ['navy', 'navyblue', 'darkblue'],
  ['skyblue', 'babyblue', 'lightblue'],
  ['forestgreen', 'bottlegreen', 'darkgreen'],
  ['skirt', 'miniskirt'],
  ['polo', 'poloshirt'],
  ['belt', 'waistbelt'],
  ['watch', 'wristwatch'],
  ['baggy', 'loose', 'wideleg'],
  ['newin', 'newarrival'],
  ...WEARERS,
]

/** A broad word also finds the narrower ones; a narrow word does not find the rest. */
const NARROWER: Readonly<Record<string, readonly string[]>> = {
  native: ['ankara', 'adire', 'asooke', 'dashiki'],
  nativewear: ['ankara', 'adire', 'asooke', 'dashiki'],
  shoe: ['sneaker', 'trainer', 'sandal', 'slide', 'slipper', 'loafer', 'boot'],
  footwear: ['shoe', 'sneaker', 'trainer', 'sandal', 'slide', 'slipper', 'loafer', 'boot'],
  jacket: ['bomber', 'puffer', 'trucker', 'coat'],
  blue: ['navy', 'indigo', 'cobalt'],
  red: ['wine', 'burgundy', 'maroon'],
  green: ['olive', 'sage', 'emerald'],
  brown: ['chocolate', 'camel', 'tan'],
  purple: ['plum', 'lilac', 'lavender'],
  yellow: ['mustard'],
  grey: ['charcoal'],
  gray: ['charcoal'],
  ...Object.fromEntries(WEARERS.flat().map((wearer) => [wearer, ['unisex']])),
}

const NARROWER_WORDS = new Set(Object.values(NARROWER).flat())

/** Synonyms by the singular of a word, in the forms that products are indexed under. */
const OTHER_WORDS = new Map<string, string[]>()
function addOthers(word: string, others: readonly string[]): void {
  const known = OTHER_WORDS.get(singularOf(word)) ?? []
  OTHER_WORDS.set(singularOf(word), [...new Set([...known, ...others.flatMap(formsOf)])])
}
for (const group of SAME_MEANING) {
  for (const word of group)
    addOthers(
      word,
      group.filter((other) => singularOf(other) !== singularOf(word)),
    )
}
for (const [word, narrower] of Object.entries(NARROWER)) addOthers(word, narrower)

/** Every word with synonyms. */
export const TRADE_WORDS: readonly string[] = [...new Set([...SAME_MEANING.flat(), ...Object.keys(NARROWER)])]

/** Those that a typo may be meant as. Who things are for is too short and too broad a word: a sale is not male. */
export const MENDED_TO: readonly string[] = TRADE_WORDS.filter((word) => !WEARERS.flat().includes(word))

/** A word with synonyms, or a colour, or a narrower word is not a typo, even when the shop has nothing of the kind. */
export function isTradeWord(word: string): boolean {
  const singular = singularOf(word)
  return OTHER_WORDS.has(singular) || NARROWER_WORDS.has(singular) || swatchHex(singular) !== undefined
}

/** Synonyms of a word, in the forms that products are indexed under. */
export function synonymsOf(word: string): string[] {
  return OTHER_WORDS.get(singularOf(word)) ?? []
}

/** Synonyms of the words of the trade that this is the beginning of. */
export function synonymsBegunBy(start: string): string[] {
  return TRADE_WORDS.filter((word) => word.startsWith(start)).flatMap(synonymsOf)
}

const PHRASE_MAX_CHUNKS = 3

/**
 * Merges words that together are one word, of the trade or otherwise known: "face cap" becomes "facecap" with the parts
 * "face" and "cap", "long sleeve" becomes "longsleeve" in a shop that writes it so. Words that mean something by themselves in
 * the trade stay apart, with all that they mean.
 */
export function mergePhrases(chunks: readonly Chunk[], isKnown: (word: string) => boolean): Chunk[] {
  const merged: Chunk[] = []
  for (let at = 0; at < chunks.length; ) {
    const phrase = longestPhrase(chunks.slice(at, at + PHRASE_MAX_CHUNKS), isKnown)
    merged.push(phrase.chunk)
    at += phrase.chunks
  }
  return merged
}

function longestPhrase(
  ahead: readonly Chunk[],
  isKnown: (word: string) => boolean,
): { chunk: Chunk; chunks: number } {
  for (let chunks = ahead.length; chunks > 1; chunks -= 1) {
    const taken = ahead.slice(0, chunks)
    const joined = taken.map((chunk) => chunk.joined).join('')
    const isOneWord =
      isTradeWord(joined) || (isKnown(joined) && !taken.some((chunk) => isTradeWord(chunk.joined)))
    if (isOneWord) {
      const parts = taken.flatMap((chunk) => (chunk.parts.length === 0 ? [chunk.joined] : chunk.parts))
      return { chunk: { joined, parts }, chunks }
    }
  }
  return { chunk: ahead[0] ?? { joined: '', parts: [] }, chunks: 1 }
}
