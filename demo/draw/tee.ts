import { chanceFrom } from './chance.ts'
import type { Part } from './cloth.ts'
import { darker, mix, thread } from './colour.ts'
import { set } from './lettering.ts'
import { along, loosen, mirror, ribs, sagFrom, whole } from './path.ts'
import type { Fold } from './sewing.ts'
import { torsoFolds, type View } from './torso.ts'

export type TeeCut = {
  view: View
  seed: string
  body: string
  sleeves?: string
  collar?: string
  neck?: 'crew' | 'vee' | 'mock'
  length?: 'crop' | 'regular' | 'long'
  sleeve?: 'short' | 'long' | 'none'
  weave?: Part['weave']
  marks?: string
  sleeveMarks?: string
  /** An all-over print, on body and sleeves alike. */
  allOver?: string
  gloss?: number
}

export const lengths = { crop: 1130, regular: 1290, long: 1350 }

export function teeParts(cut: TeeCut): Part[] {
  const { view, seed, body } = cut
  const bend = sagFrom(seed)
  const hem = lengths[cut.length ?? 'regular']
  const half = 306
  const neck = cut.neck ?? 'crew'
  const low = view === 'back' ? 258 : neck === 'vee' ? 412 : neck === 'mock' ? 262 : 326
  const collar = cut.collar ?? darker(body, 0.05)
  const sleeveDye = cut.sleeves ?? body
  const stitch = (path: string, colour = thread(body)) =>
    `<path d="${bend(path)}" fill="none" stroke="${colour}" stroke-width="2.2" stroke-dasharray="7 4.5" stroke-linecap="round" opacity=".75"/>`

  const neckline: [number, number, number, number, number, number] =
    view === 'front' && neck === 'vee'
      ? [34, low - 50, 96, 300, 122, 232]
      : [74, low, 112, low - (low - 232) * 0.5, 122, 232]
  const outline = whole(
    [0, low],
    [
      neckline,
      [190, 250, 262, 272, 322, 304],
      [314, 400, 302, 500, 302, 592],
      [296, 790, 300, 1000, half, hem - 20],
      [210, hem - 2, 100, hem + 4, 0, hem + 4],
    ],
  )
  const bulk = whole(
    [0, 150],
    [
      [120, 160],
      [250, 200, 330, 240, 336, 420],
      [330, 700, half, 900, half, hem + 240],
      [0, hem + 240],
    ],
  )
  const folds = torsoFolds(seed, hem, half)
  const parts: Part[] = []

  if (view === 'front' && neck !== 'mock') {
    parts.push({
      outline: bend(
        whole(
          [0, 244],
          [
            [60, 244, 100, 236, 120, 228],
            [126, 240],
            [110, low - 40, 70, low + 6, 0, low + 6],
          ],
        ),
      ),
      fill: body,
      dim: 0.66,
      shade: bend(`M-130 ${low - 50}L130 ${low - 50}L120 ${low + 20}L-120 ${low + 20}Z`),
      shadeDepth: 0.35,
      lift: 4,
      cast: 0,
      marks: `<rect x="-27" y="266" width="54" height="24" fill="${mix(body, '#f4f1ea', 0.9)}"/>${set('JARA', { face: 'wide', size: 14, y: 285, ink: '#161513' })}`,
    })
    parts.push({
      outline: bend(
        whole(
          [0, 236],
          [
            [56, 236, 98, 228, 118, 220],
            [128, 240],
            [100, 262, 56, 270, 0, 270],
          ],
        ),
      ),
      fill: collar,
      dim: 0.74,
      lift: 5,
      edge: 5,
      cast: 0.25,
      ribs: bend(
        ribs(
          along([-118, 220], [-60, 240], [60, 240], [118, 220]),
          along([-124, 242], [-60, 274], [60, 274], [124, 242]),
          7,
        ),
      ),
    })
  }

  if (cut.sleeve !== 'none') {
    const long = cut.sleeve === 'long'
    const right = long
      ? 'M296 292C350 304 392 350 414 430C446 590 470 830 486 1090C462 1110 420 1116 392 1108C366 940 330 760 290 610L250 430Z'
      : 'M296 292C356 306 404 366 438 440C470 512 500 586 524 654C486 692 430 716 374 728C352 682 322 640 290 602L250 430Z'
    // The bulk extends past the cuff: an open end must not close up like a cushion.
    const bulk = long
      ? 'M250 250C350 290 392 350 414 430C446 590 470 830 510 1300L400 1320C366 940 330 760 290 610L180 560L180 250Z'
      : 'M250 250C350 300 404 366 438 440C480 512 560 620 620 800L430 900C352 682 322 640 290 602L180 560L180 250Z'
    const cuff = long ? 'M392 1076C424 1086 462 1080 484 1062' : 'M364 700C418 690 470 668 511 630'
    const cuff2 = long ? 'M391 1068C424 1078 460 1072 483 1054' : 'M361 692C414 682 466 660 508 622'
    for (const side of [1, -1]) {
      const turn = (path: string) => bend(side === 1 ? path : mirror(path))
      const chance = chanceFrom(`${seed} sleeve ${side}`)
      const flip = (list: Fold[]): Fold[] =>
        list.map(([a, b, c, d, w, bow]) => [a * side, b, c * side, d, w, (bow ?? 0) * side])
      const drawn: Fold[] = long
        ? [
            [330, 360, 420, 640, 30, -10],
            [320, 640, 430, 720, 26, 8],
            [352, 780, 456, 850, 26, 8],
            [380, 640, 440, 1000, 26, 10],
            [372, 900, 470, 960, 24, 6],
          ]
        : [
            [330, 350, 420, 640, 34, -12],
            [300, 590, 430, 560, 26, -10],
            [320, 620, 470, 640, 22, -8],
            [400, 420, 480, 640, 30, 8],
          ]
      parts.push({
        outline: turn(right),
        fill: sleeveDye,
        marks: `${cut.allOver ?? ''}${cut.sleeveMarks && side === -1 ? cut.sleeveMarks : ''}${stitch(side === 1 ? cuff : mirror(cuff), thread(sleeveDye))}${stitch(side === 1 ? cuff2 : mirror(cuff2), thread(sleeveDye))}`,
        bulk: turn(bulk),
        volume: 50,
        lift: 30,
        ridges: loosen(chance, flip(drawn)),
        valleys: loosen(
          chance,
          flip([
            [350, 420, 400, 660, 26, 6],
            [310, 610, 400, 620, 20, 4],
          ]),
        ),
        foldDepth: 17,
        crease: { depth: 5, size: 70, angle: side * 62, stretch: 2.4 },
        seams: turn(cuff),
        shade: turn(
          long ? 'M270 420L330 640L400 900L380 1000L240 700Z' : 'M270 420L300 600L380 740L240 700Z',
        ),
        shadeDepth: 0.34,
        weave: cut.weave ?? 'knit',
        gloss: cut.gloss,
        cast: 0.2,
      })
    }
  }

  const yoke = view === 'back' ? bend('M-196 254C-120 300 120 300 196 254') : ''
  parts.push({
    outline: bend(outline),
    bulk: bend(bulk),
    fill: body,
    marks: `${cut.allOver ?? ''}${cut.marks ?? ''}${stitch(`M${-half} ${hem - 48}C-200 ${hem - 30} -100 ${hem - 25} 0 ${hem - 25}C100 ${hem - 25} 200 ${hem - 30} ${half} ${hem - 48}`)}${stitch(`M${-half} ${hem - 58}C-200 ${hem - 40} -100 ${hem - 35} 0 ${hem - 35}C100 ${hem - 35} 200 ${hem - 40} ${half} ${hem - 58}`)}`,
    volume: 84,
    lift: 48,
    ridges: bend(folds.ridges),
    valleys: bend(folds.valleys),
    sharp: bend(folds.sharp),
    foldDepth: 17,
    crease: { depth: 6.5, size: 92, angle: 82, stretch: 2.7 },
    seams: `${yoke}${bend('M318 306C310 400 300 500 300 592M-318 306C-310 400 -300 500 -300 592')}${bend(`M${-half} ${hem - 50}C-200 ${hem - 32} -100 ${hem - 27} 0 ${hem - 27}C100 ${hem - 27} 200 ${hem - 32} ${half} ${hem - 50}`)}`,
    weave: cut.weave ?? 'knit',
    gloss: cut.gloss,
    cast: 0.34,
  })

  if (neck === 'mock') {
    parts.push({
      outline: bend(
        whole(
          [0, 196],
          [
            [50, 196, 86, 188, 104, 180],
            [114, 200, 122, 220, 128, 240],
            [90, 270, 50, 280, 0, 280],
          ],
        ),
      ),
      fill: collar,
      lift: 14,
      volume: 30,
      edge: 6,
      cast: 0.3,
      ribs: bend(
        ribs(
          along([-104, 184], [-50, 200], [50, 200], [104, 184]),
          along([-124, 242], [-60, 282], [60, 282], [124, 242]),
          7,
        ),
      ),
    })
  } else if (view === 'front') {
    const inner: [number, number, number, number, number, number] =
      neck === 'vee'
        ? [26, low - 84, 70, 290, 96, 226]
        : [62, low - 34, 88, low - 34 - (low - 262) * 0.5, 96, 226]
    const top = neck === 'vee' ? low - 44 : low - 34
    parts.push({
      outline: bend(
        whole(
          [0, top],
          [
            inner,
            [110, 220],
            [124, 230],
            neckline.length
              ? [116, 270, neckline[0] + 4, low + (neck === 'vee' ? -46 : 3), 0, low + 4]
              : [0, low],
          ],
        ),
      ),
      fill: collar,
      lift: 6,
      edge: 5,
      edgeLift: 4,
      cast: 0.36,
      castBlur: 6,
      castShift: [2, 5],
      ribs: bend(
        neck === 'vee'
          ? ribs(
              [
                [-98, 224],
                [-60, 300],
                [0, top],
              ],
              [
                [-124, 232],
                [-80, 310],
                [0, low],
              ],
              8,
            ) +
              ribs(
                [
                  [98, 224],
                  [60, 300],
                  [0, top],
                ],
                [
                  [124, 232],
                  [80, 310],
                  [0, low],
                ],
                8,
              )
          : ribs(
              along([-96, 224], [-84, top + 10], [84, top + 10], [96, 224]),
              along([-124, 230], [-104, low + 34], [104, low + 34], [124, 230]),
              7,
            ),
      ),
    })
  } else {
    parts.push({
      outline: bend(
        whole(
          [0, 228],
          [
            [54, 228, 88, 222, 104, 214],
            [126, 232],
            [96, 256, 56, 264, 0, 264],
          ],
        ),
      ),
      fill: collar,
      lift: 6,
      edge: 5,
      cast: 0.3,
      castBlur: 5,
      castShift: [1, 4],
      ribs: bend(
        ribs(
          along([-106, 214], [-60, 234], [60, 234], [106, 214]),
          along([-126, 232], [-60, 268], [60, 268], [126, 232]),
          7,
        ),
      ),
    })
  }
  return parts
}
