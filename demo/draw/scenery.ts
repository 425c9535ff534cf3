import { chanceFrom } from './chance.ts'
import { bone, flame } from './design.ts'
import { round } from './path.ts'
import { adire, asoOke, discs, waves } from './pattern.ts'
import { halftoneSun } from './print.ts'

/** Flat poster backgrounds for the home page: three inks, no text. The clothes in front are lit; the background is not. */

export const night = '#12110f'
const grain = (width: number, height: number, id: string, from: string, to: string) =>
  `<defs><linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs><rect width="${width}" height="${height}" fill="url(#${id})"/>`

/** The bridge starts far away on one side and passes overhead on the other: spans and legs grow as they approach. */
function bridgeRun(width: number, horizon: number, near: number, ink: string, toRight = true): string {
  const x = (share: number) => round(toRight ? width * share : width * (1 - share))
  const top = (share: number) => horizon - 12 - near * share ** 2.4
  const depth = (share: number) => 5 + near * 0.16 * share ** 2
  const steps = Array.from({ length: 41 }, (_, index) => index / 40)
  const deck = `M${steps.map((share) => `${x(share)} ${round(top(share))}`).join('L')}L${steps
    .reverse()
    .map((share) => `${x(share)} ${round(top(share) + depth(share))}`)
    .join('L')}Z`
  let legs = ''
  let lamps = ''
  for (let index = 0; index < 17; index++) {
    const share = (index / 16) ** 0.62
    const w = 3 + near * 0.05 * share ** 2
    const y = top(share) + depth(share) * 0.8
    legs += `M${x(share) - w} ${round(y)}L${x(share) + w} ${round(y)}L${x(share) + w * 1.3} ${round(horizon + near * 0.35 * share ** 2.4)}L${x(share) - w * 1.3} ${round(horizon + near * 0.35 * share ** 2.4)}Z`
    const tall = 14 + near * 0.34 * share ** 1.8
    const lean = (toRight ? -1 : 1) * tall * 0.22
    lamps += `<path d="M${x(share)} ${round(top(share))}L${x(share)} ${round(top(share) - tall)}L${round(x(share) + lean)} ${round(top(share) - tall * 1.06)}" fill="none" stroke="${ink}" stroke-width="${round(1.6 + 4 * share * share)}"/>`
  }
  return `<path d="${deck}" fill="${ink}"/><path d="${legs}" fill="${ink}"/>${lamps}`
}

/** Water in broken strokes, longer and wider towards the viewer. */
export function lagoon(
  width: number,
  horizon: number,
  height: number,
  water: string,
  glint: string,
  sunX: number,
  sunR: number,
  seed: string,
): string {
  const chance = chanceFrom(seed)
  let glints = ''
  for (let y = horizon + 8; y < height; y += 6 + ((y - horizon) / (height - horizon)) * 22) {
    const share = (y - horizon) / (height - horizon)
    const spread = sunR * (1 - 0.25 * share)
    let x = sunX - spread + 70 * chance()
    while (x < sunX + spread) {
      const length = 20 + (60 + 180 * share) * chance()
      glints += `<rect x="${round(x)}" y="${round(y)}" width="${round(Math.min(length, sunX + spread - x))}" height="${round(2.5 + 9 * share)}"/>`
      x += length + 20 + 80 * chance()
    }
  }
  return `<rect y="${horizon}" width="${width}" height="${height - horizon}" fill="${water}"/><g fill="${glint}">${glints}</g>`
}

/** A distant shore of blocks and masts. */
function shore(width: number, horizon: number, ink: string, seed: string, from = 0): string {
  const chance = chanceFrom(seed)
  let path = ''
  for (let x = from; x < width; ) {
    const w = 16 + 60 * chance()
    const h = 10 + 74 * chance() ** 2.4
    path += `M${round(x)} ${horizon + 2}L${round(x)} ${round(horizon - h)}L${round(x + w)} ${round(horizon - h)}L${round(x + w)} ${horizon + 2}Z`
    if (chance() > 0.8)
      path += `M${round(x + w / 2)} ${round(horizon - h)}L${round(x + w / 2 + 2.5)} ${round(horizon - h - 40)}L${round(x + w / 2 + 5)} ${round(horizon - h)}Z`
    x += w + 4 * chance()
  }
  return `<path d="${path}" fill="${ink}"/>`
}

export function dusk(
  width: number,
  height: number,
  options: {
    horizon: number
    sun: [number, number, number]
    near: number
    sky?: [string, string]
    sunInk?: string
    water?: string
    toRight?: boolean
  },
): string {
  const [sky, low] = options.sky ?? ['#e63c11', flame]
  const [sunX, sunY, sunR] = options.sun
  const sunInk = options.sunInk ?? bone
  const water = options.water ?? night
  return `${grain(width, height, 'sky', sky, low)}${halftoneSun(sunX, sunY, sunR, sunInk, sunR / 17)}${lagoon(width, options.horizon, height, water, sunInk, sunX, sunR, 'water')}${shore(width, options.horizon, night, 'shore')}${bridgeRun(width, options.horizon, options.near, night, options.toRight)}`
}

/** A plain wall with a lamp on it. */
export const wall = (width: number, height: number, colour: string, edge: string, more = '') =>
  `<defs><radialGradient id="lamp" cx=".36" cy=".3" r=".9"><stop offset="0" stop-color="${colour}"/><stop offset="1" stop-color="${edge}"/></radialGradient></defs><rect width="${width}" height="${height}" fill="url(#lamp)"/>${more}`

/** A quilt of the brand's fabrics. */
export function quilt(width: number, height: number, size: number, seed: string, zoom = 1): string {
  const chance = chanceFrom(seed)
  const cloths = [
    () => adire(bone),
    () => adire(night),
    () => waves(bone, flame),
    () => discs(night, bone, flame),
    () => asoOke(bone, flame),
    () => adire(flame),
  ]
  const grounds = [night, flame, night, flame, night, bone]
  let drawing = ''
  let index = 0
  const across = Math.ceil(width / size)
  const picks: number[] = []
  for (let y = 0; y < height; y += size)
    for (let x = 0; x < width; x += size) {
      let pick = Math.floor(chance() * cloths.length)
      while (picks[picks.length - 1] === pick || picks[picks.length - across] === pick)
        pick = (pick + 1) % cloths.length
      picks.push(pick)
      const id = `q${index++}`
      // Every block needs its own pattern name: a shared one would apply to all.
      const cloth = (cloths[pick] as () => string)()
        .replace(/id="(\w+)"/g, `id="$1${id}"`)
        .replace(/url\(#(\w+)\)/g, `url(#$1${id})`)
      drawing += `<clipPath id="${id}"><rect x="${x}" y="${y}" width="${size}" height="${size}"/></clipPath><g clip-path="url(#${id})"><rect x="${x}" y="${y}" width="${size}" height="${size}" fill="${grounds[pick]}"/><g transform="translate(${x + size / 2} ${round(y - 62 * zoom)}) scale(${zoom})">${cloth}</g></g>`
    }
  return drawing
}
