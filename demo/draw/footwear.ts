import type { Part, Place } from './cloth.ts'
import { darker, lighter } from './colour.ts'
import { mapPath } from './path.ts'
import { stitch } from './sewing.ts'

export type SandalCut = {
  seed: string
  view: 'pair' | 'single'
  style: 'slide' | 'cross' | 'strap' | 'toe'
  body: string
  sole?: string
  bed?: string
  marks?: string
}

/** One sandal from above, toe up, centred on its own middle; the left foot mirrors the right one. */
function sandal(cut: SandalCut, place: Place, left: boolean): Part[] {
  const flip = (path: string) => (left ? mapPath(path, (x, y) => [-x, y]) : path)
  const sole = cut.sole ?? darker(cut.body, 0.15)
  const bed = cut.bed ?? lighter(cut.body, 0.06)
  const foot =
    'M-20 -470C70 -476 150 -400 160 -270C168 -150 134 -60 130 60C128 170 146 260 132 350C116 430 60 466 0 466C-64 466 -118 430 -130 346C-140 250 -124 150 -146 20C-164 -80 -196 -190 -180 -300C-160 -410 -100 -466 -20 -470Z'
  const inner = mapPath(foot, (x, y) => [x * 0.9, y * 0.955])
  let tread = ''
  for (let y = 180; y < 400; y += 22) tread += `M-96 ${y}L96 ${y}`
  for (let y = -410; y < -330; y += 20) tread += `M-110 ${y}L84 ${y}`
  const parts: Part[] = [
    {
      outline: flip(mapPath(foot, (x, y) => [x * 1.02 + 8, y * 1.01 + 12])),
      fill: darker(sole, 0.25),
      volume: 20,
      lift: 12,
      at: place,
      cast: 0.6,
      castBlur: 16,
      castShift: [14, 20],
      gloss: 0.1,
    },
    {
      outline: flip(foot),
      fill: sole,
      edge: 8,
      edgeLift: 9,
      volume: 40,
      lift: 10,
      at: place,
      cast: 0,
      gloss: 0.12,
      shine: 10,
    },
    {
      outline: flip(inner),
      fill: bed,
      edge: 7,
      edgeLift: -6,
      volume: 60,
      lift: -34,
      at: place,
      cast: 0,
      ribs: flip(tread),
      ribWidth: 7,
      ribDepth: 3,
      marks: stitch(flip(mapPath(foot, (x, y) => [x * 0.86, y * 0.93])), bed),
      gloss: 0.08,
    },
  ]
  const band = (path: string, marks = '', more: Partial<Part> = {}): Part => ({
    outline: flip(path),
    fill: cut.body,
    marks: left && marks ? `<g transform="scale(1 1)">${marks}</g>` : marks,
    edge: 8,
    edgeLift: 9,
    volume: 60,
    lift: 74,
    at: place,
    cast: 0.6,
    castBlur: 14,
    castShift: [9, 16],
    crease: { depth: 3, size: 80, angle: 20, stretch: 2 },
    gloss: 0.16,
    shine: 9,
    ...more,
  })
  const edging = (path: string) => stitch(flip(mapPath(path, (x, y) => [x * 0.955, y * 0.96 - 6])), cut.body)
  if (cut.style === 'slide') {
    const strap =
      'M-208 -260C-120 -320 90 -320 180 -240C196 -140 186 -40 160 40C80 -20 -90 -30 -172 20C-204 -60 -220 -160 -208 -260Z'
    parts.push(band(strap, `${edging(strap)}${cut.marks ?? ''}`))
  } else if (cut.style === 'cross') {
    parts.push(
      band(
        'M-206 -250C-150 -310 -90 -320 -40 -300C40 -200 110 -110 166 -40C164 0 156 40 146 60C60 20 -80 -100 -206 -250Z',
      ),
      band(
        'M178 -250C130 -310 70 -320 20 -300C-60 -200 -130 -110 -176 -30C-174 0 -168 30 -158 50C-60 10 70 -100 178 -250Z',
        cut.marks ?? '',
      ),
    )
  } else if (cut.style === 'strap') {
    const upper =
      'M-206 -260C-120 -310 90 -310 178 -246C184 -210 186 -170 184 -130C90 -190 -110 -196 -212 -140C-216 -180 -214 -220 -206 -260Z'
    const lower =
      'M-196 -60C-100 -120 70 -116 168 -60C160 -20 152 20 146 60C70 8 -80 4 -160 50C-178 20 -190 -20 -196 -60Z'
    parts.push(band(upper, edging(upper)), band(lower, edging(lower)))
    for (const y of [-228, -36]) {
      const buckle = `M96 ${y}L158 ${y + 14}L152 ${y + 68}L90 ${y + 54}ZM108 ${y + 14}L103 ${y + 44}L140 ${y + 53}L145 ${y + 23}Z`
      parts.push({
        outline: flip(buckle),
        fill: '#c2a874',
        edge: 4,
        edgeLift: 6,
        lift: 0,
        at: place,
        gloss: 0.8,
        shine: 18,
        cast: 0.5,
        castBlur: 4,
        castShift: [3, 5],
      })
    }
  } else {
    parts.push(
      band(
        'M-34 -330C-14 -344 10 -344 26 -330C40 -240 120 -130 168 -20C164 20 158 50 150 70C80 10 10 -90 -2 -180C-24 -90 -100 -10 -162 50C-176 20 -182 -10 -184 -40C-110 -120 -44 -230 -34 -330Z',
        cut.marks ?? '',
        { lift: 60, volume: 30 },
      ),
    )
  }
  return parts
}

export function sandalParts(cut: SandalCut): Part[] {
  if (cut.view === 'single') return sandal(cut, { x: 600, y: 760, scale: 1.28, turn: 24 }, false)
  return [
    ...sandal(cut, { x: 372, y: 760, scale: 1.12, turn: -7 }, true),
    ...sandal(cut, { x: 828, y: 740, scale: 1.12, turn: 7 }, false),
  ]
}
