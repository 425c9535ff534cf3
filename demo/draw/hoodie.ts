import type { Part } from './cloth.ts'
import { brightness, darker, lighter, mix } from './colour.ts'
import { type HoodieCut, hood } from './hood.ts'
import { set } from './lettering.ts'
import { along, ribs, sagFrom, whole } from './path.ts'
import { bunch, cord, hemBand, longSleeves, stitch, zip } from './sewing.ts'
import { torsoFolds } from './torso.ts'

export function hoodieParts(cut: HoodieCut): Part[] {
  const { body, view, seed } = cut
  const bend = sagFrom(seed)
  const half = 322
  const seam = 1190
  const rib = cut.rib ?? darker(body, 0.06)
  const hooded = cut.style === 'pullover' || cut.style === 'zip'
  const folds = torsoFolds(seed, seam, half)
  const low = hooded ? (view === 'back' ? 300 : 420) : view === 'back' ? 268 : 316
  const parts: Part[] = []
  if (!hooded && view === 'front')
    parts.push({
      outline: bend(
        whole(
          [0, 246],
          [
            [60, 246, 100, 238, 124, 226],
            [130, 240],
            [110, low - 30, 70, low + 6, 0, low + 6],
          ],
        ),
      ),
      fill: body,
      dim: 0.62,
      lift: 4,
      cast: 0,
      marks: `<rect x="-29" y="247" width="58" height="26" fill="${mix(body, '#f4f1ea', 0.9)}"/>${set('JARA', { face: 'wide', size: 15, y: 267, ink: '#161513' })}`,
    })
  parts.push(
    ...longSleeves({
      seed,
      bend,
      dye: cut.sleeves ?? body,
      cuff: rib,
      ribbed: true,
      weave: 'fleece',
      ...(cut.sleeveMarks ? { marks: cut.sleeveMarks } : {}),
    }),
  )
  parts.push(hemBand(bend, half, seam, seam + 96, rib))
  const shoulder: number[][] = hooded
    ? [
        [80, 330, 118, 280, 130, 250],
        [190, 262, 268, 280, 322, 308],
      ]
    : [
        [74, low, 112, low - 44, 124, 232],
        [190, 250, 262, 274, 322, 306],
      ]
  parts.push({
    outline: bend(
      whole(
        [0, low],
        [
          ...shoulder,
          [312, 410, 302, 520, 302, 620],
          [304, 820, 318, 1040, half + 4, seam - 12],
          [210, seam + 10, 100, seam + 12, 0, seam + 12],
        ],
      ),
    ),
    bulk: bend(
      whole(
        [0, 150],
        [
          [120, 160],
          [250, 200, 330, 240, 340, 420],
          [340, 700, half, 900, half + 10, seam],
          [0, seam + 120],
        ],
      ),
    ),
    fill: body,
    marks: `${cut.marks ?? ''}${stitch(bend(`M${-half} ${seam - 20}C-150 ${seam - 4} 150 ${seam - 4} ${half} ${seam - 20}`), body)}`,
    volume: 84,
    lift: 60,
    ridges: bend(folds.ridges) + bunch(seed, half, seam),
    valleys: bend(folds.valleys),
    sharp: bend(folds.sharp),
    foldDepth: 20,
    foldBlur: 15,
    crease: { depth: 7.5, size: 104, angle: 80, stretch: 2.3 },
    seams: bend(`M322 308C312 410 302 520 302 620M-322 308C-312 410 -302 520 -302 620`),
    weave: 'fleece',
    cast: 0.4,
  })
  if (view === 'front' && hooded) {
    const sides = cut.style === 'zip' ? [1, -1] : [0]
    for (const side of sides) {
      const outline =
        side === 0
          ? whole(
              [0, 868],
              [
                [170, 868],
                [206, 930, 228, 980, 238, 1030],
                [240, seam - 14],
                [120, seam, 60, seam + 2, 0, seam + 2],
              ],
            )
          : `M${14 * side} 868L${170 * side} 868C${206 * side} 930 ${228 * side} 980 ${238 * side} 1030L${240 * side} ${seam - 14}C${150 * side} ${seam} ${80 * side} ${seam + 2} ${14 * side} ${seam + 2}Z`
      parts.push({
        outline: bend(outline),
        fill: body,
        marks: ['M170 868C206 930 228 980 238 1030', 'M-170 868C-206 930 -228 980 -238 1030']
          .map(
            (line) =>
              `<g transform="translate(${line.startsWith('M-') ? 12 : -12} 0)">${stitch(bend(line), body)}</g>`,
          )
          .join(''),
        edge: 5,
        edgeLift: 5,
        lift: 12,
        volume: 50,
        crease: { depth: 6, size: 90, angle: 60, stretch: 2 },
        ridges: bend('M-150 900C-60 960 60 960 150 900C60 990 -60 990 -150 900Z'),
        foldDepth: 10,
        weave: 'fleece',
        cast: 0.4,
        castBlur: 7,
        castShift: [3, 5],
      })
    }
  }
  if (cut.style === 'zip' && view === 'front') parts.push(...zip(0, 440, seam + 84, body))
  if (hooded) parts.push(...hood(cut, bend))
  else {
    const high = cut.style === 'half-zip'
    const [ringTop, ringLow] =
      view === 'back' || high ? [high ? 168 : 222, high ? 282 : 272] : [low - 42, low + 4]
    parts.push({
      outline:
        view === 'back' || high
          ? bend(
              whole(
                [0, ringTop],
                [
                  [54, ringTop, 88, ringTop - 6, 110, ringTop - 16],
                  [120, 210],
                  [130, 236],
                  [96, ringLow - 8, 56, ringLow, 0, ringLow],
                ],
              ),
            )
          : bend(
              whole(
                [0, ringTop],
                [
                  [62, ringTop, 86, ringTop - 32, 94, 224],
                  [110, 216],
                  [128, 232],
                  [114, 284, 76, ringLow, 0, ringLow],
                ],
              ),
            ),
      fill: rib,
      lift: 12,
      volume: 26,
      edge: 6,
      cast: 0.4,
      castBlur: 7,
      castShift: [2, 5],
      ribs: bend(
        view === 'back' || high
          ? ribs(
              along([-112, ringTop - 16], [-60, ringTop + 6], [60, ringTop + 6], [112, ringTop - 16]),
              along([-130, 236], [-60, ringLow + 6], [60, ringLow + 6], [130, 236]),
              8,
            )
          : ribs(
              along([-94, 222], [-84, ringTop + 12], [84, ringTop + 12], [94, 222]),
              along([-128, 230], [-106, ringLow + 30], [106, ringLow + 30], [128, 230]),
              8,
            ),
      ),
    })
    if (high && view === 'front') parts.push(...zip(0, 186, 520, body))
    else if (view === 'front')
      parts.push({
        outline: bend('M-36 324L36 324L0 372Z'),
        fill: rib,
        edge: 3,
        lift: 0,
        cast: 0.2,
        castBlur: 3,
        ribs: 'M-24 326L-10 360M-12 326L-4 366M0 326L0 370M12 326L4 366M24 326L10 360',
      })
  }
  if (hooded && view === 'front') {
    const colour = cut.cords ?? (brightness(body) < 0.3 ? lighter(body, 0.2) : darker(body, 0.12))
    parts.push(...cord(-46, 404, -64, 640, -14, colour), ...cord(46, 404, 56, 672, 12, colour))
  }
  return parts
}
