import type { Part } from './cloth.ts'
import { darker, mix } from './colour.ts'
import { set } from './lettering.ts'
import { whole } from './path.ts'
import { stitch } from './sewing.ts'
import type { View } from './torso.ts'

export type HoodieCut = {
  view: View
  seed: string
  body: string
  sleeves?: string
  rib?: string
  lining?: string
  cords?: string
  style: 'pullover' | 'zip' | 'crew' | 'half-zip'
  marks?: string
  sleeveMarks?: string
}

/** The hood is shaped as if worn: the front shows its lining, the back its crown. */
export function hood(cut: HoodieCut, bend: (path: string) => string): Part[] {
  const lining = cut.lining ?? darker(cut.body, 0.08)
  if (cut.view === 'back')
    return [
      {
        // Wide at the crown, narrowing to the neck seam: with a lip below, it would look like a cap.
        outline: bend(
          whole(
            [0, 86],
            [
              [104, 84, 172, 132, 180, 224],
              [186, 290, 164, 322, 138, 346],
              [100, 384, 50, 396, 0, 396],
            ],
          ),
        ),
        bulk: bend(
          whole(
            [0, 86],
            [
              [104, 84, 172, 132, 180, 224],
              [186, 300, 176, 330, 172, 346],
              [172, 620],
              [0, 620],
            ],
          ),
        ),
        fill: cut.body,
        marks: stitch(bend('M-6 88L-6 392'), cut.body) + stitch(bend('M6 88L6 392'), cut.body),
        volume: 74,
        lift: 74,
        seams: bend('M0 80L0 396M-138 346C-100 384 -50 396 0 396C50 396 100 384 138 346'),
        ridges: bend(
          'M-150 250C-90 330 -40 340 -10 350C-60 370 -130 330 -150 250ZM150 250C90 330 40 340 10 350C60 370 130 330 150 250ZM-120 180C-90 250 -60 280 -20 300C-80 300 -120 250 -120 180Z',
        ),
        crease: { depth: 7, size: 90, angle: 10, stretch: 2 },
        weave: 'fleece',
        cast: 0.3,
      },
    ]
  const eyelets = [-46, 46]
    .map(
      (x) =>
        `<circle cx="${x}" cy="404" r="8" fill="#a5a29b"/><circle cx="${x}" cy="404" r="4" fill="#1b1a18"/>`,
    )
    .join('')
  return [
    {
      outline: bend(
        whole(
          [0, 92],
          [
            [104, 90, 172, 130, 182, 222],
            [194, 300, 184, 350, 176, 392],
            [120, 430, 50, 470, 0, 476],
          ],
        ),
      ),
      fill: cut.body,
      volume: 66,
      lift: 64,
      crease: { depth: 7, size: 80, angle: 70, stretch: 2 },
      ridges: bend(
        'M120 140C170 200 176 300 130 400C150 300 150 220 120 140ZM-120 140C-170 200 -176 300 -130 400C-150 300 -150 220 -120 140ZM20 440C70 430 120 400 160 370C120 420 70 450 20 440ZM-20 440C-70 430 -120 400 -160 370C-120 420 -70 450 -20 440Z',
      ),
      marks: eyelets,
      weave: 'fleece',
      cast: 0.5,
    },
    {
      outline: bend(
        whole(
          [0, 128],
          [
            [80, 126, 122, 160, 128, 232],
            [130, 300, 70, 366, 0, 436],
          ],
        ),
      ),
      fill: lining,
      dim: 0.6,
      volume: 60,
      lift: -52,
      edge: 8,
      edgeLift: -8,
      shade: bend('M-140 100L140 100L130 220C90 150 -90 150 -130 220ZM-60 330L60 330L0 450Z'),
      shadeBlur: 26,
      shadeDepth: 0.6,
      marks: `<rect x="-36" y="262" width="72" height="44" fill="${mix(cut.body, '#f4f1ea', 0.92)}"/>${set('JARA', { face: 'wide', size: 20, y: 291, ink: '#161513' })}`,
      seams: bend('M0 128L0 262'),
      cast: 0,
    },
    {
      outline: bend(
        'M128 224C136 300 74 372 -2 446L-22 428C50 366 108 300 108 226C108 170 70 146 0 146C-70 146 -108 170 -108 226C-108 300 -60 356 2 418L-14 440C-80 380 -136 300 -128 224C-122 156 -80 124 0 124C80 124 122 156 128 224Z',
      ),
      fill: cut.body,
      marks: stitch(bend('M110 226C110 300 60 362 -14 432M-110 226C-110 300 -66 356 -4 420'), cut.body),
      edge: 5,
      edgeLift: 5,
      lift: 6,
      volume: 20,
      cast: 0.5,
      castBlur: 9,
      weave: 'fleece',
    },
  ]
}
