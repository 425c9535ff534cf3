import type { Part } from './cloth.ts'
import { darker, lighter, mix, thread } from './colour.ts'
import { type JacketCut, jacketCollar } from './jacket-collar.ts'
import { set } from './lettering.ts'
import { mirror, sagFrom, whole } from './path.ts'
import { bunch, button, hemBand, longSleeves, stitch, zip } from './sewing.ts'
import { torsoFolds } from './torso.ts'

export function jacketParts(cut: JacketCut): Part[] {
  const { view, seed, body, style } = cut
  const bend = sagFrom(seed)
  const front = view === 'front'
  const half = style === 'puffer' || style === 'gilet' ? 344 : 326
  const banded = style === 'bomber' || style === 'varsity'
  const seam = style === 'trucker' ? 1130 : banded ? 1160 : 1210
  const puffy = style === 'puffer' || style === 'gilet'
  const denim = style === 'trucker'
  const gloss = style === 'bomber' ? 0.22 : style === 'coach' ? 0.18 : puffy ? 0.3 : 0.05
  const weave: Part['weave'] = denim ? 'twill' : style === 'varsity' ? 'fleece' : 'none'
  const trim = cut.trim ?? darker(body, 0.12)
  const gold = denim ? '#b5803f' : thread(body)
  const sewn = (path: string) =>
    `<path d="${path}" fill="none" stroke="${gold}" stroke-width="2.4" stroke-dasharray="7 4.5" stroke-linecap="round" opacity=".85"/>`
  const folds = torsoFolds(seed, seam, half)
  const parts: Part[] = []
  if (front)
    parts.push({
      outline: bend(
        whole(
          [0, 240],
          [
            [60, 240, 104, 232, 130, 220],
            [134, 260],
            [90, 330, 40, 350, 0, 356],
          ],
        ),
      ),
      fill: cut.lining ?? darker(body, 0.2),
      dim: 0.62,
      lift: 4,
      cast: 0,
      marks: `<rect x="-36" y="248" width="72" height="32" fill="#f1ede4"/>${set('JARA', { face: 'wide', size: 19, y: 271, ink: '#161513' })}`,
    })
  const quilts: string[] = []
  if (puffy)
    for (let y = 380; y < seam; y += 124) quilts.push(`M-430 ${y}C-200 ${y + 22} 200 ${y + 22} 430 ${y}`)
  if (style !== 'gilet') {
    const arms = longSleeves({
      seed,
      bend,
      dye: cut.sleeves ?? body,
      cuff: trim,
      ribbed: banded,
      gloss: style === 'varsity' ? 0.2 : gloss,
      weave: style === 'varsity' ? 'none' : weave,
      end: banded ? 1010 : 1040,
      lift: puffy ? 54 : 40,
      crease: denim ? 9 : 7,
      ...(cut.sleeveMarks ? { marks: cut.sleeveMarks } : {}),
    })
    if (puffy)
      for (const arm of arms) {
        const lines = [420, 530, 640, 750, 860, 970, 1060]
          .map((y) => `M-560 ${y + 40}L-230 ${y - 20}M560 ${y + 40}L230 ${y - 20}`)
          .join('')
        arm.seams = lines
        arm.valleys = [480, 590, 700, 810, 920, 1030]
          .map(
            (y) =>
              `M-560 ${y + 28}L-230 ${y - 32}L-230 ${y - 8}L-560 ${y + 52}ZM560 ${y + 28}L230 ${y - 32}L230 ${y - 8}L560 ${y + 52}Z`,
          )
          .join('')
        arm.ridges = ''
        arm.sharp = ''
        arm.foldDepth = 26
      }
    parts.push(...arms)
  }
  if (banded) parts.push(hemBand(bend, half, seam, seam + 92, trim))
  if (denim)
    parts.push({
      outline: bend(
        `M${-half + 6} ${seam - 16}C-150 ${seam} 150 ${seam} ${half - 6} ${seam - 16}L${half - 10} ${seam + 58}C150 ${seam + 76} -150 ${seam + 76} ${-half + 10} ${seam + 58}Z`,
      ),
      fill: body,
      marks: sewn(bend(`M${-half} ${seam + 44}C-150 ${seam + 60} 150 ${seam + 60} ${half} ${seam + 44}`)),
      lift: 20,
      volume: 40,
      weave,
      cast: 0.3,
    })
  const low = front ? 300 : 262
  const armhole = style === 'gilet' ? [[296, 400, 286, 510, 318, 610]] : [[314, 410, 304, 520, 304, 620]]
  parts.push({
    outline: bend(
      whole(
        [0, low],
        [
          [74, low, 112, low - 30, 126, 232],
          [
            190,
            250,
            style === 'gilet' ? 240 : 262,
            272,
            style === 'gilet' ? 288 : 324,
            style === 'gilet' ? 290 : 306,
          ],
          ...armhole,
          [308, 820, 320, 1020, half + (banded ? 4 : -6), seam - 8],
          [210, seam + 10, 100, seam + 12, 0, seam + 12],
        ],
      ),
    ),
    bulk: bend(
      whole(
        [0, 150],
        [
          [120, 160],
          [250, 200, 336, 240, 342, 420],
          [336, 700, half, 900, half + 8, seam],
          [0, seam + (banded ? 130 : 240)],
        ],
      ),
    ),
    fill: body,
    marks: `${cut.marks ?? ''}${denim ? sewn(bend('M-318 470C-150 486 150 486 318 470M-318 480C-150 496 150 496 318 480')) + sewn(bend(`M-196 488L-120 ${seam}M196 488L120 ${seam}M-206 488L-132 ${seam}M206 488L132 ${seam}`)) : ''}${!banded && !denim ? stitch(bend(`M${-half} ${seam - 26}C-150 ${seam - 12} 150 ${seam - 12} ${half} ${seam - 26}`), body) : ''}`,
    volume: 84,
    lift: puffy ? 74 : 56,
    ridges: puffy ? '' : bend(folds.ridges) + (banded ? bunch(seed, half, seam) : ''),
    valleys: puffy
      ? bend(
          quilts
            .map(
              (line) =>
                line +
                line.replace(
                  /M(-?\d+) (\d+)C(-?\d+) (\d+) (-?\d+) (\d+) (-?\d+) (\d+)/,
                  (_, ...n: string[]) =>
                    `L${n[6]} ${Number(n[7]) + 20}C${n[4]} ${Number(n[5]) + 20} ${n[2]} ${Number(n[3]) + 20} ${n[0]} ${Number(n[1]) + 20}Z`,
                ),
            )
            .join(''),
        )
      : bend(folds.valleys),
    sharp: puffy ? '' : bend(folds.sharp),
    foldDepth: puffy ? 34 : 18,
    foldBlur: puffy ? 16 : 14,
    crease: puffy
      ? { depth: 7, size: 46, angle: 84, stretch: 1.6 }
      : { depth: gloss > 0.15 ? 9 : 7.5, size: gloss > 0.15 ? 70 : 94, angle: 78, stretch: 2.1 },
    seams: `${style === 'gilet' ? '' : bend('M324 306C314 410 304 520 304 620M-324 306C-314 410 -304 520 -304 620')}${bend(quilts.join(''))}${denim ? bend(`M-318 475C-150 491 150 491 318 475M-196 488L-120 ${seam}M196 488L120 ${seam}`) : ''}${!front && !puffy && !denim ? bend('M-314 400C-120 424 120 424 314 400') : ''}`,
    gloss,
    shine: gloss > 0.15 ? 9 : 7,
    weave,
    cast: 0.4,
  })
  if (front) {
    for (const side of [-1, 1]) {
      const turn = (path: string) => bend(side === 1 ? path : mirror(path))
      if (denim) {
        parts.push(
          {
            outline: turn('M104 462L244 458L246 512L174 540L106 516Z'),
            fill: body,
            marks: sewn(turn('M110 468L112 510L174 530L238 506L238 464')),
            edge: 4,
            edgeLift: 5,
            lift: 6,
            weave,
            cast: 0.5,
            castBlur: 6,
            castShift: [3, 6],
          },
          button(side * 174, 512, 11, '#a9834a'),
        )
      } else {
        const y = style === 'coach' ? 860 : 840
        parts.push({
          outline: turn(`M150 ${y}L176 ${y - 6}L250 ${y + 168}L224 ${y + 176}Z`),
          fill: style === 'varsity' ? trim : body,
          marks: stitch(turn(`M152 ${y + 4}L226 ${y + 172}M174 ${y}L246 ${y + 166}`), body),
          edge: 3,
          edgeLift: 4,
          lift: 2,
          cast: 0.4,
          castBlur: 5,
          castShift: [3, 4],
          gloss,
        })
      }
    }
    if (style === 'bomber' || puffy) parts.push(...zip(0, puffy ? 214 : 296, seam + (banded ? 88 : 8), body))
    else {
      const end = seam + (banded ? 88 : denim ? 66 : 8)
      parts.push({
        outline: bend(`M-30 ${low - 4}L30 ${low - 4}L30 ${end}L-30 ${end}Z`),
        fill: body,
        marks: sewn(bend(`M22 ${low}L22 ${end}M-22 ${low}L-22 ${end}`)),
        edge: 3,
        edgeLift: 5,
        lift: 0,
        cast: 0.45,
        castBlur: 6,
        castShift: [4, 4],
        crease: { depth: 6, size: 90, angle: 80, stretch: 2 },
        weave,
        gloss,
      })
      for (let y = low + 62; y < end - 10; y += (end - low - 60) / 6.01)
        parts.push(
          button(
            0,
            y,
            style === 'varsity' ? 15 : 12,
            denim
              ? '#a9834a'
              : style === 'varsity'
                ? (cut.sleeves ?? lighter(body, 0.5))
                : mix(body, '#ffffff', 0.4),
          ),
        )
    }
  }
  parts.push(...jacketCollar(cut, bend, { trim, gloss, weave, sewn }))
  return parts
}
