import { numberIfPlain } from './csv-fields.ts'

/**
 * Parses an entry such as "black/S:12", "black:12" (no sizes), "S:12" (no colours) or "12" (neither). A name may itself
 * contain a slash ("black/white", "UK 8/EU 42"): the split that gives a known colour and size wins.
 */
export function stockRowFromText(
  entry: string,
  colors: readonly string[],
  sizes: readonly string[],
): { color: string; size: string; quantity: number | string | undefined } {
  const colon = entry.lastIndexOf(':')
  const quantity = numberIfPlain(entry.slice(colon + 1).trim())
  if (colon < 0) return { color: '', size: '', quantity }
  return { ...choiceFromText(entry.slice(0, colon).trim(), colors, sizes), quantity }
}

function choiceFromText(text: string, colors: readonly string[], sizes: readonly string[]) {
  if (sizes.length === 0 && colors.length > 0) return { color: text, size: '' }
  if (colors.length === 0 && sizes.length > 0) return { color: '', size: text }
  const parts = text.split('/')
  const splits = parts.map((_, i) => ({
    color: parts.slice(0, i).join('/').trim(),
    size: parts.slice(i).join('/').trim(),
  }))
  const known = splits.find(({ color, size }) => colors.includes(color) && sizes.includes(size))
  return known ?? splits[1] ?? { color: text, size: '' }
}
