import { chanceFrom } from './chance.ts'
import type { Part } from './cloth.ts'
import { brightness, darker, thread } from './colour.ts'
import { loosen, mirror, round } from './path.ts'

/** The parts that all garments share: stitching, buttons, cords, zips, long sleeves. */

export type Fold = [number, number, number, number, number, number?]
export type Bend = (path: string) => string

export const stitch = (path: string, cloth: string, width = 2.2) =>
  `<path d="${path}" fill="none" stroke="${thread(cloth)}" stroke-width="${width}" stroke-dasharray="7 4.5" stroke-linecap="round" opacity=".8"/>`

export function button(x: number, y: number, size: number, colour: string): Part {
  const k = size * 0.5523
  return {
    outline: `M${x} ${y - size}C${x + k} ${y - size} ${x + size} ${y - k} ${x + size} ${y}C${x + size} ${y + k} ${x + k} ${y + size} ${x} ${y + size}C${x - k} ${y + size} ${x - size} ${y + k} ${x - size} ${y}C${x - size} ${y - k} ${x - k} ${y - size} ${x} ${y - size}Z`,
    fill: colour,
    marks: [
      [-1, -1],
      [1, -1],
      [-1, 1],
      [1, 1],
    ]
      .map(
        ([dx, dy]) =>
          `<circle cx="${x + (dx as number) * size * 0.26}" cy="${y + (dy as number) * size * 0.26}" r="${size * 0.13}" fill="${brightness(colour) > 0.4 ? darker(colour, 0.6) : '#000'}"/>`,
      )
      .join(''),
    edge: 2.5,
    edgeLift: 3,
    volume: 6,
    lift: -3,
    cast: 0.5,
    castBlur: 3,
    castShift: [1.5, 2.5],
    gloss: 0.25,
    shine: 14,
  }
}

/** A cord through (x, y) points given as one cubic; its end has a metal tip. */
export function cord(
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  sway: number,
  colour: string,
  tip = '#b9b6b0',
): Part[] {
  const w = 5.5
  const midX1 = round(x0 + sway)
  const midX2 = round(x1 + sway)
  const midY1 = round(y0 + (y1 - y0) * 0.35)
  const midY2 = round(y0 + (y1 - y0) * 0.7)
  const ribbon = (ay: number, by: number, half: number) =>
    `M${x0 - half} ${ay}C${midX1 - half} ${midY1} ${midX2 - half} ${midY2} ${x1 - half} ${by}L${x1 + half} ${by}C${midX2 + half} ${midY2} ${midX1 + half} ${midY1} ${x0 + half} ${ay}Z`
  let twist = ''
  for (let y = y0; y < y1; y += 9) twist += `M${x0 - 60} ${y + 24}L${x0 + 80} ${y - 18}`
  return [
    {
      outline: ribbon(y0, y1, w),
      fill: colour,
      edge: 3,
      edgeLift: 5,
      volume: 8,
      lift: 0,
      cast: 0.5,
      castBlur: 4,
      castShift: [4, 5],
      ribs: twist,
      ribWidth: 2,
      ribDepth: 1.4,
    },
    {
      outline: `M${x1 - w - 0.5} ${y1 - 4}L${x1 + w + 0.5} ${y1 - 4}L${x1 + w - 0.5} ${y1 + 30}L${x1 - w + 0.5} ${y1 + 30}Z`,
      fill: tip,
      edge: 3,
      edgeLift: 5,
      lift: 0,
      cast: 0.5,
      castBlur: 4,
      castShift: [4, 5],
      gloss: 0.7,
      shine: 18,
    },
  ]
}

/** A closed zip down the centre line, teeth and pull. */
export function zip(x: number, top: number, bottom: number, tape: string, metal = '#b7b3aa'): Part[] {
  let teeth = ''
  for (let y = top + 3; y < bottom; y += 7)
    teeth += `<rect x="${x - 5.5}" y="${y}" width="6.5" height="3.4" fill="${metal}"/><rect x="${x - 1}" y="${y + 3.5}" width="6.5" height="3.4" fill="${metal}"/>`
  return [
    {
      outline: `M${x - 15} ${top}L${x + 15} ${top}L${x + 15} ${bottom}L${x - 15} ${bottom}Z`,
      fill: darker(tape, 0.25),
      marks: teeth,
      edge: 3,
      edgeLift: -2,
      lift: 0,
      cast: 0,
      seams: `M${x - 12} ${top}L${x - 12} ${bottom}M${x + 12} ${top}L${x + 12} ${bottom}`,
    },
    {
      outline: `M${x - 8} ${top + 6}L${x + 8} ${top + 6}L${x + 9} ${top + 28}L${x + 5} ${top + 34}L${x + 6} ${top + 84}L${x - 6} ${top + 84}L${x - 5} ${top + 34}L${x - 9} ${top + 28}Z`,
      fill: metal,
      edge: 3,
      edgeLift: 5,
      lift: 0,
      gloss: 0.8,
      shine: 20,
      cast: 0.5,
      castBlur: 4,
      castShift: [3, 5],
    },
  ]
}

export type Sleeve = {
  seed: string
  bend: Bend
  dye: string
  cuff: string
  ribbed: boolean
  marks?: string
  gloss?: number
  weave?: Part['weave']
  crease?: number
  lift?: number
  end?: number
}

/** Both long sleeves, hanging slightly away from the body; drawn before it, so that the armholes lie over them. */
export function longSleeves(sleeve: Sleeve): Part[] {
  const parts: Part[] = []
  const { bend, dye } = sleeve
  const gain = (sleeve.end ?? 1030) - 1030
  for (const side of [1, -1]) {
    const turn = (path: string) => bend(side === 1 ? path : mirror(path))
    const chance = chanceFrom(`${sleeve.seed} arm ${side}`)
    const flip = (list: Fold[]): Fold[] =>
      list.map(([a, b, c, d, w, bow]) => [a * side, b, c * side, d, w, (bow ?? 0) * side])
    const end = 1030 + gain
    if (sleeve.ribbed) {
      const cuff = `M390 ${end - 14}L496 ${end - 30}C494 ${end + 20} 490 ${end + 60} 484 ${end + 92}C460 ${end + 108} 422 ${end + 110} 402 ${end + 102}C398 ${end + 60} 394 ${end + 20} 390 ${end - 14}Z`
      let lines = ''
      for (let step = 1; step < 15; step++)
        lines += `M${390 + step * 7.2} ${end - 10 - step}L${402 + step * 5.7} ${end + 108 - step}`
      parts.push({
        outline: turn(cuff),
        fill: sleeve.cuff,
        volume: 34,
        lift: 30,
        edge: 6,
        ribs: turn(lines),
        ribWidth: 3.4,
        cast: 0.2,
      })
    }
    const wrist = sleeve.ribbed
      ? `C494 800 508 900 502 ${end - 16}C470 ${end + 14} 412 ${end + 16} 384 ${end - 2}`
      : `C490 800 504 940 504 ${end + 70}C474 ${end + 88} 408 ${end + 92} 384 ${end + 80}`
    const outline = `M290 296C362 312 412 372 434 462${wrist}C372 880 344 740 300 630L236 460Z`
    const bulk = `M240 250C362 296 412 372 434 462C494 800 512 900 530 ${end + 260}L380 ${end + 260}C372 880 344 740 300 630L180 560L180 250Z`
    const drawn: Fold[] = [
      [336, 372, 432, 600, 32, -12],
      [316, 640, 446, 690, 28, 8],
      [340, 740, 466, 780, 30, 8],
      [356, 812, 478, 872, 28, 8],
      [372, end - 120, 494, end - 70, 34, 10],
      [378, end - 60, 500, end - 34, 26, 6],
      [410, 520, 458, 930, 26, 10],
    ]
    parts.push({
      outline: turn(outline),
      bulk: turn(bulk),
      fill: dye,
      marks: `${side === -1 ? (sleeve.marks ?? '') : ''}${sleeve.ribbed ? '' : stitch(turn(`M386 ${end + 46}C420 ${end + 58} 476 ${end + 54} 506 ${end + 38}`), dye)}`,
      volume: 54,
      lift: sleeve.lift ?? 38,
      ridges: loosen(chance, flip(drawn)),
      valleys: loosen(
        chance,
        flip([
          [330, 690, 440, 730, 22, 6],
          [350, 770, 460, 830, 22, 6],
          [374, end - 90, 490, end - 50, 24, 8],
        ]),
      ),
      sharp: loosen(chance, flip(drawn.slice(1, 5))),
      foldDepth: 20,
      crease: { depth: sleeve.crease ?? 7, size: 78, angle: side * 70, stretch: 2 },
      seams: sleeve.ribbed
        ? turn(`M386 ${end - 10}C414 ${end + 6} 470 ${end + 2} 500 ${end - 20}`)
        : turn(`M386 ${end + 48}C420 ${end + 60} 476 ${end + 56} 506 ${end + 40}`),
      shade: turn(`M250 420L316 640L384 ${end}L360 ${end}L220 700Z`),
      shadeDepth: 0.4,
      gloss: sleeve.gloss,
      weave: sleeve.weave,
      cast: 0.2,
    })
  }
  return parts
}

/** A ribbed hem band under a body. */
export function hemBand(bend: Bend, half: number, top: number, bottom: number, dye: string): Part {
  let lines = ''
  for (let x = -half + 8; x < half; x += 8) lines += `M${x} ${top - 4}L${round(x * 0.97)} ${bottom + 14}`
  const side = half - 2
  const low = half * 0.95
  return {
    outline: bend(
      `M${-side} ${top - 12}C-150 ${top + 4} 150 ${top + 4} ${side} ${top - 12}L${low} ${bottom - 14}C150 ${bottom + 6} -150 ${bottom + 6} ${-low} ${bottom - 14}Z`,
    ),
    fill: dye,
    volume: 60,
    lift: 30,
    edge: 7,
    ribs: bend(lines),
    ribWidth: 3.6,
    cast: 0.3,
  }
}

/** Folds where the cloth bunches above a tight hem or cuff. */
export const bunch = (seed: string, half: number, y: number) => {
  const chance = chanceFrom(`${seed} bunch`)
  const list: Fold[] = []
  for (let x = -half + 40; x < half - 30; x += 74)
    list.push([
      x + 10 * chance(),
      y - 90 - 80 * chance(),
      x + 40 * (chance() - 0.5),
      y + 4,
      34,
      8 * (chance() - 0.5),
    ])
  return loosen(chance, list)
}
