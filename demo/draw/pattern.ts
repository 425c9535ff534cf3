import { chanceFrom } from './chance.ts'

/** Fabrics with all-over prints or weaves. Each covers garment space from -620,100 to 620,1480. */

const cover = (id: string, width: number, height: number, tile: string, turn = 0) =>
  `<defs><pattern id="${id}" width="${width}" height="${height}" patternUnits="userSpaceOnUse" patternTransform="rotate(${turn})">${tile}</pattern></defs><rect x="-620" y="60" width="1240" height="1440" fill="url(#${id})"/>`

/** Resist-dyed squares of the south-west, each with one of the starch painter's figures. */
export function adire(ink: string): string {
  const size = 150
  const figures = [
    `${[34, 24, 14]
      .map((r) => `<circle cx="75" cy="75" r="${r * 1.7}" fill="none" stroke="${ink}" stroke-width="6"/>`)
      .join('')}<circle cx="75" cy="75" r="8" fill="${ink}"/>`,
    Array.from(
      { length: 25 },
      (_, index) =>
        `<circle cx="${27 + (index % 5) * 24}" cy="${27 + Math.floor(index / 5) * 24}" r="${index % 2 ? 4 : 7}" fill="${ink}"/>`,
    ).join(''),
    `<path d="M20 75L75 20L130 75L75 130ZM46 75L75 46L104 75L75 104Z" fill="none" stroke="${ink}" stroke-width="7"/>`,
    [0, 1, 2, 3, 4]
      .map(
        (row) =>
          `<path d="M16 ${30 + row * 24}Q34 ${10 + row * 24} 52 ${30 + row * 24}T88 ${30 + row * 24}T124 ${30 + row * 24}" fill="none" stroke="${ink}" stroke-width="6"/>`,
      )
      .join(''),
    Array.from(
      { length: 8 },
      (_, index) =>
        `<path transform="rotate(${index * 45} 75 75)" d="M75 68C64 50 66 30 75 18C84 30 86 50 75 68Z" fill="${ink}"/>`,
    ).join(''),
    `<path d="M20 20L130 130M130 20L20 130" stroke="${ink}" stroke-width="7"/><rect x="52" y="52" width="46" height="46" fill="none" stroke="${ink}" stroke-width="7"/>`,
  ]
  const order = [0, 3, 2, 5, 4, 1, 0, 2, 3, 4, 5, 0, 1, 2, 4, 3]
  const tile = order
    .map(
      (figure, index) =>
        `<g transform="translate(${(index % 4) * size} ${Math.floor(index / 4) * size})"><rect x="3" y="3" width="${size - 6}" height="${size - 6}" fill="none" stroke="${ink}" stroke-width="4"/>${figures[figure]}</g>`,
    )
    .join('')
  return cover('adire', size * 4, size * 4, `<g opacity=".9">${tile}</g>`)
}

/** Hand-loom strips: narrow woven bands with small inlaid lozenges. */
export const asoOke = (ink: string, loud: string) =>
  cover(
    'aso',
    132,
    220,
    `<rect width="132" height="220" fill="none"/><rect x="0" width="5" height="220" fill="#000" opacity=".35"/><rect x="16" width="12" height="220" fill="${ink}"/><rect x="34" width="4" height="220" fill="${loud}"/><rect x="60" width="26" height="220" fill="${loud}" opacity=".85"/><rect x="92" width="4" height="220" fill="${ink}"/><rect x="106" width="8" height="220" fill="${ink}"/>${[24, 98, 172].map((y) => `<path d="M73 ${y}L85 ${y + 15}L73 ${y + 30}L61 ${y + 15}Z" fill="${ink}"/>`).join('')}`,
  )

/** Wax-print discs in offset rows. */
export function discs(ink: string, loud: string, ground: string): string {
  const disc = (x: number, y: number) =>
    `<g transform="translate(${x} ${y})"><circle r="92" fill="${loud}"/><circle r="70" fill="${ink}"/><circle r="50" fill="${ground}"/>${Array.from({ length: 14 }, (_, index) => `<rect x="-5" y="-48" width="10" height="26" transform="rotate(${index * (360 / 14)})" fill="${ink}"/>`).join('')}<circle r="18" fill="${loud}"/></g>`
  return cover(
    'discs',
    210,
    364,
    disc(105, 0) +
      disc(105, 364) +
      disc(0, 182) +
      disc(210, 182) +
      [
        [0, 0],
        [210, 0],
        [0, 364],
        [210, 364],
        [105, 182],
      ]
        .map(([x, y]) => `<circle cx="${x}" cy="${y}" r="11" fill="${ink}"/>`)
        .join(''),
  )
}

export const waves = (ink: string, loud: string) =>
  cover(
    'waves',
    200,
    150,
    [-1, 0, 1, 2, 3, 4, 5]
      .map(
        (row) =>
          `<path d="M-100 ${20 + row * 30}C-70 ${54 + row * 30} -30 ${54 + row * 30} 0 ${20 + row * 30}S70 ${-14 + row * 30} 100 ${20 + row * 30}S170 ${54 + row * 30} 200 ${20 + row * 30}S270 ${-14 + row * 30} 300 ${20 + row * 30}" fill="none" stroke="${(row + 5) % 5 === 0 ? loud : ink}" stroke-width="${(row + 5) % 5 === 0 ? 13 : 6}"/>`,
      )
      .join(''),
    -14,
  )

/** The carrier-bag check: crossing bands with a fine line between. */
export const check = (ink: string, loud: string, size = 168) =>
  cover(
    'check',
    size,
    size,
    `<rect width="${size}" height="${size * 0.34}" fill="${ink}" opacity=".55"/><rect width="${size * 0.34}" height="${size}" fill="${ink}" opacity=".55"/><rect y="${size * 0.62}" width="${size}" height="${size * 0.08}" fill="${loud}" opacity=".8"/><rect x="${size * 0.62}" width="${size * 0.08}" height="${size}" fill="${loud}" opacity=".8"/>`,
  )

export const pin = (ink: string, pitch = 44, width = 5) =>
  cover('pin', pitch, 40, `<rect x="${pitch / 2}" width="${width}" height="40" fill="${ink}" opacity=".8"/>`)
export const hoops = (ink: string, pitch = 150, depth = 62) =>
  cover('hoops', 40, pitch, `<rect width="40" height="${depth}" fill="${ink}"/>`)

/** Tie-dye: bleeding rings, broken by the pleats of the tie. */
export function tieDye(ink: string, seed: string): string {
  const chance = chanceFrom(seed)
  let rings = ''
  for (let index = 1; index < 12; index++) {
    const radius = index * 74
    let path = ''
    for (let step = 0; step <= 90; step++) {
      const angle = (step / 90) * Math.PI * 2
      const wobble =
        radius * (1 + 0.06 * Math.sin(angle * 13 + index) + 0.05 * Math.sin(angle * 7 + index * 2)) +
        16 * chance()
      path += `${step ? 'L' : 'M'}${(Math.cos(angle) * wobble).toFixed(0)} ${(720 + Math.sin(angle) * wobble).toFixed(0)}`
    }
    rings += `<path d="${path}Z" fill="none" stroke="${ink}" stroke-width="${index % 2 ? 34 : 18}" opacity="${index % 2 ? 0.8 : 0.5}"/>`
  }
  return `<defs><filter id="bleed" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="7"/></filter></defs><g filter="url(#bleed)">${rings}</g>`
}
