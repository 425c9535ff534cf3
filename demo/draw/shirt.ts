import { chanceFrom } from './chance.ts'
import type { Part } from './cloth.ts'
import { brightness, darker, mix, thread } from './colour.ts'
import { set } from './lettering.ts'
import { loosen, mirror, sagFrom, whole } from './path.ts'
import { button, type Fold, longSleeves, stitch } from './sewing.ts'
import { torsoFolds, type View } from './torso.ts'

export type ShirtCut = {
  view: View
  seed: string
  body: string
  collar?: 'camp' | 'band' | 'polo' | 'point'
  sleeve: 'short' | 'long'
  length?: 'regular' | 'long'
  pocket?: boolean
  buttons?: string
  /** All-over print on body and sleeves, drawn under all stitching. */
  cloth?: string
  marks?: string
  weave?: Part['weave']
  gloss?: number
}

export function shirtParts(cut: ShirtCut): Part[] {
  const { view, seed, body } = cut
  const bend = sagFrom(seed)
  const half = 310
  const hem = cut.length === 'long' ? 1370 : 1262
  const collar = cut.collar ?? 'camp'
  const front = view === 'front'
  const open = collar === 'camp' ? 452 : 300
  const low = front ? (collar === 'camp' ? 300 : 262) : 258
  const weave = cut.weave ?? 'canvas'
  const gloss = cut.gloss ?? 0.06
  const folds = torsoFolds(seed, hem, half)
  const parts: Part[] = []
  if (front)
    parts.push({
      outline: bend(
        whole(
          [0, 232],
          [
            [60, 232, 104, 226, 126, 220],
            [134, 260],
            [70, 380, 40, 430, 0, open + 10],
          ],
        ),
      ),
      fill: body,
      dim: 0.6,
      lift: 4,
      cast: 0,
      shade: bend(`M-90 330L90 330L0 ${open + 20}Z`),
      marks: `<rect x="-34" y="270" width="68" height="36" fill="${mix(body, '#f4f1ea', 0.92)}"/>${set('JARA', { face: 'wide', size: 19, y: 295, ink: '#161513' })}`,
    })
  if (cut.sleeve === 'long') {
    parts.push(
      ...longSleeves({
        seed,
        bend,
        dye: body,
        cuff: body,
        ribbed: false,
        weave,
        gloss,
        end: 1060,
        lift: 34,
        ...(cut.cloth ? { marks: cut.cloth } : {}),
      }),
    )
    if (cut.cloth)
      for (const part of parts.slice(-2))
        if (!part.marks?.startsWith(cut.cloth)) part.marks = cut.cloth + (part.marks ?? '')
  } else
    for (const side of [1, -1]) {
      const turn = (path: string) => bend(side === 1 ? path : mirror(path))
      const chance = chanceFrom(`${seed} sleeve ${side}`)
      const flip = (list: Fold[]): Fold[] =>
        list.map(([a, b, c, d, w, bow]) => [a * side, b, c * side, d, w, (bow ?? 0) * side])
      const cuff = 'M382 742C436 730 494 704 536 668'
      parts.push({
        outline: turn(
          'M292 290C356 304 408 366 444 440C486 520 522 610 546 690C506 728 446 758 388 770C362 710 330 660 292 610L246 430Z',
        ),
        bulk: turn(
          'M246 250C356 300 408 366 444 440C490 520 570 640 620 820L430 940C370 720 330 660 292 610L180 560L180 250Z',
        ),
        fill: body,
        marks: `${cut.cloth ?? ''}${stitch(turn(cuff), body)}`,
        volume: 52,
        lift: 34,
        ridges: loosen(
          chance,
          flip([
            [334, 350, 440, 690, 36, -12],
            [300, 600, 440, 590, 26, -10],
            [330, 640, 490, 660, 24, -8],
            [410, 430, 506, 690, 32, 8],
          ]),
        ),
        valleys: loosen(
          chance,
          flip([
            [350, 420, 416, 690, 26, 6],
            [310, 622, 420, 640, 20, 4],
          ]),
        ),
        foldDepth: 16,
        crease: { depth: 5, size: 66, angle: side * 62, stretch: 2.2 },
        seams: turn(cuff),
        shade: turn('M270 420L300 620L390 780L240 720Z'),
        shadeDepth: 0.34,
        weave,
        gloss,
        cast: 0.2,
      })
    }
  const topLine =
    front && collar === 'camp' ? [[16, open - 60, 96, 320, 128, 232]] : [[74, low, 112, low - 20, 124, 232]]
  parts.push({
    outline: bend(
      whole(
        [0, front && collar === 'camp' ? open : low],
        [
          ...topLine,
          [190, 250, 262, 272, 322, 304],
          [314, 400, 302, 500, 302, 596],
          [298, 800, 306, 1000, half + 4, hem - (cut.length === 'long' ? 70 : 14)],
          [210, hem + 2, 100, hem + 4, 0, hem + 4],
        ],
      ),
    ),
    bulk: bend(
      whole(
        [0, 150],
        [
          [120, 160],
          [250, 200, 330, 240, 336, 420],
          [330, 700, half, 900, half + 6, hem + 240],
          [0, hem + 240],
        ],
      ),
    ),
    fill: body,
    marks: `${cut.cloth ?? ''}${cut.marks ?? ''}${stitch(bend(`M${-half} ${hem - 40}C-200 ${hem - 22} -100 ${hem - 18} 0 ${hem - 18}C100 ${hem - 18} 200 ${hem - 22} ${half} ${hem - 40}`), body)}`,
    volume: 84,
    lift: 48,
    ridges: bend(folds.ridges),
    valleys: bend(folds.valleys),
    sharp: bend(folds.sharp),
    foldDepth: 16,
    crease: { depth: 7, size: 84, angle: 80, stretch: 2.5 },
    seams: `${bend('M322 304C314 400 302 500 302 596M-322 304C-314 400 -302 500 -302 596')}${front ? '' : bend('M-306 352C-120 372 120 372 306 352M-20 370L-20 900M20 370L20 900')}`,
    weave,
    gloss,
    cast: 0.34,
  })
  if (!front) {
    parts.push({
      outline: bend(
        whole(
          [0, 196],
          [
            [60, 196, 104, 200, 128, 214],
            [150, 262],
            [100, 290, 50, 298, 0, 298],
          ],
        ),
      ),
      fill: body,
      marks: cut.cloth ?? '',
      lift: 16,
      volume: 30,
      edge: 5,
      weave,
      gloss,
      cast: 0.45,
      castBlur: 8,
      castShift: [2, 6],
    })
    return parts
  }
  const dot = cut.buttons ?? (brightness(body) > 0.5 ? darker(body, 0.55) : '#d9d2c4')
  const placketTop = collar === 'camp' ? open - 6 : low
  const placketEnd = collar === 'polo' ? 600 : hem + 2
  parts.push({
    outline: bend(`M-26 ${placketTop}L26 ${placketTop}L26 ${placketEnd}L-26 ${placketEnd}Z`),
    fill: body,
    marks: `${cut.cloth ?? ''}${stitch(bend(`M20 ${placketTop}L20 ${placketEnd}`), body)}${stitch(bend(`M-20 ${placketTop}L-20 ${placketEnd}`), body)}`,
    edge: 3,
    edgeLift: 4,
    lift: 0,
    cast: 0.4,
    castBlur: 5,
    castShift: [3, 3],
    crease: { depth: 5, size: 84, angle: 80, stretch: 2.5 },
    weave,
    gloss,
  })
  for (
    let y = placketTop + (collar === 'camp' ? 56 : 70);
    y < placketEnd - 50;
    y += collar === 'polo' ? 88 : 152
  )
    parts.push(button(0, y, 11, dot))
  if (cut.pocket !== false)
    parts.push({
      outline: bend('M92 486L234 482L236 620L164 650L94 624Z'),
      fill: body,
      marks: `${cut.cloth ?? ''}${stitch(bend('M96 506L232 502'), body)}${stitch(bend('M98 492L100 620L164 644L230 616L228 488'), body)}`,
      edge: 4,
      edgeLift: 4,
      lift: 8,
      volume: 26,
      weave,
      gloss,
      cast: 0.36,
      castBlur: 6,
      castShift: [3, 5],
    })
  const wing =
    collar === 'camp'
      ? [
          `M14 ${open - 22}C60 420 120 300 118 214C128 206 140 206 150 220C186 262 210 300 222 340L158 392C120 400 60 420 14 ${open - 22}Z`,
        ]
      : collar === 'band'
        ? ['M0 266C50 258 92 240 112 204L130 214C126 258 80 306 4 312Z']
        : [
            'M0 282C50 268 96 240 110 204C120 198 130 200 136 210C158 250 166 290 168 322L84 352C54 340 24 318 0 290Z',
          ]
  if (collar !== 'camp')
    parts.push({
      outline: bend(
        whole(
          [0, 226],
          [
            [50, 226, 92, 218, 112, 202],
            [126, 222],
            [90, 262, 50, 274, 0, 276],
          ],
        ),
      ),
      fill: body,
      dim: 0.7,
      marks: cut.cloth ?? '',
      lift: 4,
      cast: 0.2,
      weave,
    })
  else
    parts.push({
      outline: bend(
        whole(
          [0, 224],
          [
            [56, 224, 100, 216, 120, 204],
            [136, 226],
            [100, 256, 56, 262, 0, 262],
          ],
        ),
      ),
      fill: body,
      dim: 0.78,
      marks: cut.cloth ?? '',
      lift: 5,
      edge: 5,
      cast: 0.25,
      weave,
    })
  for (const side of [-1, 1]) {
    const turn = (path: string) => bend(side === 1 ? path : mirror(path))
    parts.push({
      outline: turn(wing[0] as string),
      fill: body,
      marks: `${cut.cloth ?? ''}<path d="${turn(wing[0] as string)}" fill="none" stroke="${thread(body)}" stroke-width="2.2" stroke-dasharray="7 4.5" opacity=".6" transform="scale(.985) translate(0 3)"/>`,
      edge: 5,
      edgeLift: 5,
      lift: 12,
      volume: 30,
      crease: { depth: 4, size: 70, angle: 40, stretch: 2 },
      weave,
      gloss,
      cast: 0.5,
      castBlur: 9,
      castShift: [4, 8],
    })
  }
  if (collar === 'camp') parts.push(button(0, open + 8, 11, dot))
  return parts
}
