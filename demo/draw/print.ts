import { chanceFrom } from './chance.ts'
import { capHeight, fitTo, ring, set } from './lettering.ts'

/** Graphics for the chest or back, drawn around the centre line x = 0. All are the brand's own. */

/** Lines scaled to one width and stacked like a fly poster. */
export function poster(
  lines: [string, string][],
  width: number,
  top: number,
  face: 'poster' | 'wide' = 'poster',
  gap = 16,
): string {
  let y = top
  return lines
    .map(([text, ink]) => {
      const { rise } = fitTo(text, width, { face, ink })
      const lift = /[ÀÁÈÉÌÍÒÓÙÚ]/.test(text) ? rise * 0.24 : 0
      y += rise + lift
      const line = fitTo(text, width, { face, ink, y }).drawing
      y += gap
      return line
    })
    .join('')
}

/** Two bands and a word, as on the side of a yellow bus. */
export const stripes = (y: number, ink: string, loud: string, word: string, width = 330) =>
  `<rect x="-330" y="${y}" width="660" height="34" fill="${ink}"/><rect x="-330" y="${y + 128}" width="660" height="34" fill="${ink}"/>${set(word, { face: 'wide', size: 66, y: y + 104, ink: loud, squash: width / 330, spacing: 6 })}`

/** Chevrons across a jersey. */
export const chevrons = (y: number, ink: string, loud: string) =>
  [0, 1, 2, 3]
    .map(
      (row) =>
        `<path d="M-340 ${y + row * 66}L0 ${y + 150 + row * 66}L340 ${y + row * 66}L340 ${y + 34 + row * 66}L0 ${y + 184 + row * 66}L-340 ${y + 34 + row * 66}Z" fill="${row % 2 ? loud : ink}"/>`,
    )
    .join('')

/** A disc that thins into dots towards its foot. */
export function halftoneSun(cx: number, cy: number, radius: number, ink: string, pitch = 19): string {
  let dots = ''
  for (let row = -radius; row <= radius; row += pitch * 0.866)
    for (let column = -radius; column <= radius; column += pitch) {
      const x = column + (Math.round(row / (pitch * 0.866)) % 2 ? pitch / 2 : 0)
      if (Math.hypot(x, row) > radius + pitch) continue
      const size = pitch * (0.66 - 0.5 * ((row + radius) / (2 * radius)))
      dots += `<circle cx="${(cx + x).toFixed(1)}" cy="${(cy + row).toFixed(1)}" r="${size.toFixed(1)}"/>`
    }
  const id = `sun${Math.round(cx)}-${Math.round(cy)}`
  return `<clipPath id="${id}"><circle cx="${cx}" cy="${cy}" r="${radius}"/></clipPath><g fill="${ink}" clip-path="url(#${id})">${dots}</g>`
}

/** The long bridge over the lagoon: a deck on its legs under a sun, the water in broken lines. */
export function bridge(
  cx: number,
  top: number,
  width: number,
  ink: string,
  loud: string,
  seed = 'bridge',
): string {
  const chance = chanceFrom(seed)
  const half = width / 2
  const deck = top + width * 0.62
  let legs = ''
  for (let step = 0; step < 9; step++) {
    const x = cx - half + 20 + step * ((width - 40) / 8)
    const sag = 26 * Math.sin((step / 8) * Math.PI)
    legs += `<path d="M${x - 7} ${deck - sag}L${x + 7} ${deck - sag}L${x + 10} ${deck + 92}L${x - 10} ${deck + 92}Z"/>`
  }
  let water = ''
  for (let row = 0; row < 9; row++) {
    let x = cx - half + 30 * chance()
    while (x < cx + half) {
      const length = Math.min(cx + half - x, 30 + 100 * chance())
      water += `<rect x="${x.toFixed(0)}" y="${deck + 104 + row * 17}" width="${length.toFixed(0)}" height="${(9 - row * 0.7).toFixed(1)}"/>`
      x += length + 14 + 30 * chance()
    }
  }
  let lamps = ''
  for (let step = 0; step < 17; step++) {
    const x = cx - half + 20 + step * ((width - 40) / 16)
    const y = deck - 26 * Math.sin((step / 16) * Math.PI)
    lamps += `<path d="M${x} ${y}L${x} ${y - 44}L${x + 12} ${y - 50}" fill="none" stroke="${ink}" stroke-width="3.4"/>`
  }
  return `${halftoneSun(cx, top + width * 0.36, width * 0.34, loud, width / 24)}<g fill="${ink}"><path d="M${cx - half} ${deck}Q${cx} ${deck - 52} ${cx + half} ${deck}L${cx + half} ${deck + 20}Q${cx} ${deck - 30} ${cx - half} ${deck + 20}Z"/>${legs}${water}</g>${lamps}`
}

/** The city's bus in a few flat shapes. */
export const bus = (cx: number, y: number, scale: number, ink: string, loud: string, cloth: string) =>
  `<g transform="translate(${cx} ${y}) scale(${scale})"><path d="M-200 60L-200 -60C-200 -92 -184 -104 -150 -106L96 -106C130 -106 146 -96 166 -62L184 -28C200 -22 206 -10 206 8L206 60Z" fill="${loud}"/><rect x="-200" y="-8" width="406" height="14" fill="${ink}"/><rect x="-200" y="16" width="406" height="14" fill="${ink}"/><g fill="${ink}"><rect x="-182" y="-88" width="66" height="58" rx="6"/><rect x="-104" y="-88" width="66" height="58" rx="6"/><rect x="-26" y="-88" width="66" height="58" rx="6"/><path d="M54 -88L96 -88C118 -88 128 -80 140 -58L156 -30L54 -30Z"/><circle cx="-118" cy="62" r="38"/><circle cx="122" cy="62" r="38"/></g><g fill="${cloth}"><circle cx="-118" cy="62" r="17"/><circle cx="122" cy="62" r="17"/></g><rect x="-190" y="-122" width="250" height="10" fill="${ink}"/></g>`

/** A seal with words around it. */
export const seal = (
  cx: number,
  cy: number,
  radius: number,
  words: string,
  middle: string,
  ink: string,
  loud: string,
) =>
  `<circle cx="${cx}" cy="${cy}" r="${radius}" fill="none" stroke="${ink}" stroke-width="6"/><circle cx="${cx}" cy="${cy}" r="${radius * 0.66}" fill="${loud}"/>${ring(words, radius * 0.75, { face: 'wide', size: radius * 0.21, x: cx, y: cy, ink })}${set(middle, { face: 'poster', size: radius * 0.62, x: cx, y: cy + capHeight('poster', radius * 0.62) / 2, ink })}`

/** Street plan: an invented tangle of roads that reads as the island between its waters. */
export function plan(
  cx: number,
  cy: number,
  width: number,
  height: number,
  ink: string,
  loud: string,
): string {
  const chance = chanceFrom('plan')
  let roads = ''
  for (let index = 0; index < 13; index++) {
    const y = cy - height / 2 + (height * index) / 12
    roads += `M${cx - width / 2} ${y.toFixed(0)}C${cx - width / 5} ${(y + 70 * (chance() - 0.5)).toFixed(0)} ${cx + width / 5} ${(y + 90 * (chance() - 0.5)).toFixed(0)} ${cx + width / 2} ${(y + 40 * (chance() - 0.5)).toFixed(0)}`
  }
  for (let index = 0; index < 17; index++) {
    const x = cx - width / 2 + (width * index) / 16
    const from = cy - height / 2 + (height / 12) * Math.floor(chance() * 6)
    roads += `M${x.toFixed(0)} ${from.toFixed(0)}L${(x + 36 * (chance() - 0.5)).toFixed(0)} ${(from + (height / 12) * (2 + Math.floor(chance() * 5))).toFixed(0)}`
  }
  return `<path d="${roads}" fill="none" stroke="${ink}" stroke-width="4"/><path d="M${cx - width / 2} ${cy + height * 0.16}C${cx - 60} ${cy - height * 0.1} ${cx + 40} ${cy + height * 0.3} ${cx + width / 2} ${cy - height * 0.08}" fill="none" stroke="${loud}" stroke-width="20"/><circle cx="${cx + 46}" cy="${cy + height * 0.07}" r="22" fill="${loud}" stroke="${ink}" stroke-width="6"/>`
}

/** Player's number, with a keyline, and the name above it. */
export const player = (number: string, name: string, ink: string, line: string, top = 400) =>
  `${set(name, { face: 'poster', size: 84, y: top + 66, ink, spacing: 10 })}${set(number, { face: 'poster', size: 440, y: top + 500, ink: line, outline: 26 })}${set(number, { face: 'poster', size: 440, y: top + 500, ink })}`
