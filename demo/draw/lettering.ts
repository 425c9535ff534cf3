import { readFileSync } from 'node:fs'

/** Outlines of four typefaces, so that pictures never depend on installed fonts (licences: letters-licences.md). */
export type Face = 'poster' | 'wide' | 'gothic' | 'script'
type Letters = Record<Face, { capHeight: number; glyphs: Record<string, [advance: number, outline: string]> }>
const letters = JSON.parse(readFileSync(new URL('letters.json', import.meta.url), 'utf8')) as Letters

export type Setting = {
  face: Face
  size: number
  x?: number
  y?: number
  anchor?: 'start' | 'middle' | 'end'
  spacing?: number
  ink: string
  turn?: number
  squash?: number
  outline?: number
  extra?: string
  lower?: boolean
}

/** These typefaces lack Yoruba's under-dots, so the typeface's own full stop is placed below the letter. */
const underDot = '\u0323'

function lay(text: string, setting: Setting): { path: string; width: number } {
  const { glyphs } = letters[setting.face]
  const size = setting.size / 1000
  let pen = 0
  let path = ''
  const characters = [
    ...text
      .normalize('NFD')
      .replace(
        /([A-Za-z])(\u0323)?([\u0300\u0301])/g,
        (_, letter: string, dot: string | undefined, accent: string) =>
          `${(letter + accent).normalize('NFC')}${dot ?? ''}`,
      ),
  ]
  let before = 0
  for (const character of characters) {
    if (character === underDot) {
      const stop = glyphs['.']
      if (stop)
        path += `<path transform="translate(${(pen - before / 2 - (stop[0] * size) / 2 - (setting.spacing ?? 0)).toFixed(1)} ${(0.2 * setting.size).toFixed(1)}) scale(${size})" d="${stop[1]}"/>`
      continue
    }
    if (character === ' ') {
      before = setting.size * 0.24
      pen += before + (setting.spacing ?? 0)
      continue
    }
    const glyph = glyphs[character]
    if (!glyph) throw new Error(`The face ${setting.face} has no letter ${character}`)
    path += `<path transform="translate(${pen.toFixed(1)} 0) scale(${size})" d="${glyph[1]}"/>`
    before = glyph[0] * size
    pen += before + (setting.spacing ?? 0)
  }
  return { path, width: pen - (setting.spacing ?? 0) }
}

export const capHeight = (face: Face, size: number) =>
  (Math.min(900, Math.max(600, letters[face].capHeight)) / 1000) * size

/** A line of lettering; y is its baseline. */
export function set(text: string, setting: Setting): string {
  const { path, width } = lay(text, setting)
  const { anchor = 'middle', x = 0, y = 0, turn = 0, squash = 1 } = setting
  const start = anchor === 'middle' ? -width / 2 : anchor === 'end' ? -width : 0
  const paint = setting.outline
    ? `fill="none" stroke="${setting.ink}" stroke-width="${(setting.outline * 1000) / setting.size}" stroke-linejoin="round"`
    : `fill="${setting.ink}"`
  return `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${squash} 1) translate(${start.toFixed(1)} 0)" ${paint} ${setting.extra ?? ''}>${path}</g>`
}

/** A line scaled to exactly this width, as in poster blocks. */
export function fitTo(
  text: string,
  width: number,
  setting: Omit<Setting, 'size'>,
): { drawing: string; size: number; rise: number } {
  const natural = lay(text, { ...setting, size: 100, spacing: setting.spacing ?? 0 }).width
  const size = (100 * width) / natural
  return {
    drawing: set(text, { ...setting, size, spacing: ((setting.spacing ?? 0) * size) / 100 }),
    size,
    rise: capHeight(setting.face, size),
  }
}

/** Letters around a circle, for badges. */
export function ring(text: string, radius: number, setting: Setting, sweep = 360): string {
  const { glyphs } = letters[setting.face]
  const characters = [...text]
  const step = sweep / characters.length
  return `<g transform="translate(${setting.x ?? 0} ${setting.y ?? 0})" fill="${setting.ink}">${characters
    .map((character, index) => {
      const glyph = glyphs[character]
      if (!glyph) return ''
      const size = setting.size / 1000
      return `<g transform="rotate(${-sweep / 2 + step * (index + 0.5)}) translate(${(-glyph[0] * size) / 2} ${-radius}) scale(${size})"><path d="${glyph[1]}"/></g>`
    })
    .join('')}</g>`
}
