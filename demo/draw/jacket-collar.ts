import type { Part } from './cloth.ts'
import { along, mirror, ribs, whole } from './path.ts'
import { zip } from './sewing.ts'
import type { View } from './torso.ts'

export type JacketCut = {
  view: View
  seed: string
  body: string
  sleeves?: string
  trim?: string
  lining?: string
  style: 'bomber' | 'trucker' | 'coach' | 'varsity' | 'puffer' | 'gilet'
  marks?: string
  sleeveMarks?: string
}

type Cloth = { trim: string; gloss: number; weave: Part['weave']; sewn: (path: string) => string }

/** Knitted on bombers and varsity jackets, a padded funnel on puffers, pointed wings on the rest. */
export function jacketCollar(cut: JacketCut, bend: (path: string) => string, cloth: Cloth): Part[] {
  const { style, body } = cut
  const { trim, gloss, weave, sewn } = cloth
  const front = cut.view === 'front'
  const parts: Part[] = []
  if (style === 'bomber' || style === 'varsity') {
    const [a, b] = front ? [288, 340] : [222, 280]
    parts.push(
      front
        ? {
            outline: bend(
              whole(
                [0, a],
                [
                  [56, a - 2, 84, 250, 92, 214],
                  [112, 204],
                  [134, 226],
                  [122, 290, 76, b, 0, b + 6],
                ],
              ),
            ),
            fill: trim,
            lift: 14,
            volume: 28,
            edge: 6,
            cast: 0.45,
            ribs: bend(
              ribs(
                along([-92, 212], [-80, a + 16], [80, a + 16], [92, 212]),
                along([-132, 226], [-112, b + 24], [112, b + 24], [132, 226]),
                8,
              ),
            ),
          }
        : {
            outline: bend(
              whole(
                [0, a - 20],
                [
                  [54, a - 20, 88, a - 26, 112, a - 36],
                  [122, 210],
                  [132, 236],
                  [96, b - 8, 56, b, 0, b],
                ],
              ),
            ),
            fill: trim,
            lift: 14,
            volume: 28,
            edge: 6,
            cast: 0.45,
            ribs: bend(
              ribs(
                along([-112, a - 36], [-60, a - 14], [60, a - 14], [112, a - 36]),
                along([-132, 236], [-60, b + 6], [60, b + 6], [132, 236]),
                8,
              ),
            ),
          },
    )
  } else if (style === 'puffer' || style === 'gilet') {
    parts.push({
      outline: bend(
        whole(
          [0, 168],
          [
            [60, 168, 104, 156, 124, 138],
            [140, 190, 146, 230, 148, 262],
            [100, 300, 50, 308, 0, 308],
          ],
        ),
      ),
      fill: body,
      lift: 40,
      volume: 34,
      edge: 8,
      gloss,
      cast: 0.5,
      seams: bend('M-146 226C-60 250 60 250 146 226'),
      crease: { depth: 6, size: 40, angle: 80, stretch: 1.4 },
    })
    if (front) parts.push(...zip(0, 172, 320, body).slice(0, 1))
  } else if (front) {
    for (const side of [-1, 1]) {
      const turn = (path: string) => bend(side === 1 ? path : mirror(path))
      const wing =
        'M2 306C54 288 100 250 112 200C124 192 136 194 144 206C174 250 190 296 196 336L100 386C60 366 26 340 2 306Z'
      parts.push({
        outline: turn(wing),
        fill: style === 'coach' ? body : (cut.trim ?? body),
        marks: sewn(turn('M104 374C66 356 34 332 14 308M104 374L184 332C178 296 164 256 138 216')),
        edge: 5,
        edgeLift: 5,
        lift: 14,
        volume: 30,
        gloss,
        weave,
        crease: { depth: 4, size: 70, angle: 40, stretch: 2 },
        cast: 0.5,
        castBlur: 9,
        castShift: [4, 8],
      })
    }
  } else
    parts.push({
      outline: bend(
        whole(
          [0, 200],
          [
            [60, 200, 104, 204, 130, 216],
            [156, 270],
            [100, 300, 50, 308, 0, 308],
          ],
        ),
      ),
      fill: cut.trim ?? body,
      marks: sewn(bend('M-146 262C-60 298 60 298 146 262')),
      lift: 16,
      volume: 30,
      gloss,
      weave,
      cast: 0.45,
      castBlur: 8,
    })
  return parts
}
