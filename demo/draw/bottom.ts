import { chanceFrom } from './chance.ts'
import type { Part } from './cloth.ts'
import { darker, lighter, mix, thread } from './colour.ts'
import { loosen, mirror, round, sagFrom, whole } from './path.ts'
import { bunch, button, cord, type Fold, stitch } from './sewing.ts'
import type { View } from './torso.ts'

export type BottomCut = {
  view: View
  seed: string
  body: string
  accent?: string
  style: 'jogger' | 'cargo' | 'jean' | 'wide' | 'short' | 'jean-short' | 'mesh-short'
  marks?: string
  legMarks?: string
  stripe?: string
}

const isShort = (style: BottomCut['style']) => style.endsWith('short')

export function bottomParts(cut: BottomCut): Part[] {
  const { body, style, seed, view } = cut
  const bend = sagFrom(seed, 9)
  const short = isShort(style)
  const denim = style.startsWith('jean')
  const cuffed = style === 'jogger' || style === 'cargo'
  const weave: Part['weave'] = denim
    ? 'twill'
    : style === 'mesh-short'
      ? 'mesh'
      : style === 'cargo' || style === 'wide'
        ? 'canvas'
        : 'fleece'
  const waist = short ? 268 : 214
  const top = short ? 250 : 150
  const band = denim ? 62 : 78
  const hem = short ? 1150 : cuffed ? 1290 : 1372
  const crotch = top + (short ? 470 : 420)
  const hip = short ? 336 : 282
  const out = short ? 412 : style === 'wide' ? 330 : cuffed ? 262 : 276
  const inn = short ? 46 : style === 'wide' ? 52 : cuffed ? 112 : 84
  const gold = denim ? '#b5803f' : thread(body)
  const sewn = (path: string, width = 2.4) =>
    `<path d="${path}" fill="none" stroke="${gold}" stroke-width="${width}" stroke-dasharray="7 4.5" stroke-linecap="round" opacity=".85"/>`
  const parts: Part[] = []

  // The far leg first, the near one over it: the fly side overlaps.
  for (const side of [-1, 1]) {
    const turn = (path: string) => bend(side === 1 ? path : mirror(path))
    const chance = chanceFrom(`${seed} leg ${side}`)
    const flip = (list: Fold[]): Fold[] =>
      list.map(([a, b, c, d, w, bow]) => [a * side, b, c * side, d, w, (bow ?? 0) * side])
    const mid = (inn + out) / 2
    const knee = (crotch + hem) / 2
    const leg = `M-3 ${top + band - 10}L${waist} ${top + band - 16}C${waist + 30} ${top + 200} ${hip} ${top + 300} ${hip} ${crotch - 40}C${hip + 10} ${knee - 60} ${out + 16} ${knee + 120} ${out} ${hem - 8}C${mid + 60} ${hem + 12} ${mid - 60} ${hem + 14} ${inn} ${hem}C${inn - 8} ${knee + 120} ${short ? 24 : 30} ${crotch + 160} 4 ${crotch + 26}L-3 ${crotch}Z`
    const bulk = `M-3 ${top - 100}L${waist} ${top - 100}C${waist + 40} ${top + 200} ${hip} ${top + 300} ${hip} ${crotch - 40}C${hip + 10} ${knee - 60} ${out + 16} ${knee + 120} ${out} ${hem + 240}L${inn} ${hem + 240}C${inn - 8} ${knee + 120} ${short ? 24 : 30} ${crotch + 160} 0 ${crotch + 26}L-90 ${crotch - 60}L-90 ${top - 100}Z`
    const drawn: Fold[] = short
      ? [
          [30, crotch - 10, 240, crotch + 60, 36, 10],
          [20, crotch - 60, 220, crotch - 90, 30, -10],
          [mid - 60, crotch + 120, mid - 90, hem, 46, 8],
          [mid + 90, crotch, mid + 110, hem, 50, 8],
          [mid + 10, crotch + 160, mid + 20, hem, 44, -8],
          [hip - 40, top + 180, hip - 110, crotch, 30, 10],
        ]
      : [
          [14, crotch, 190, crotch + 60, 34, 12],
          [16, crotch - 40, 200, crotch - 80, 30, -10],
          [20, crotch + 50, 170, crotch + 200, 30, 12],
          [mid - 90, knee - 20, mid + 90, knee + 34, 34, 10],
          [mid + 110, knee - 70, mid - 40, knee + 10, 30, 8],
          [mid - 70, knee + 70, mid + 60, knee + 130, 28, 8],
          [mid + 40, crotch + 80, mid + 60, knee + 200, 40, 10],
          [mid - 40, knee + 100, mid - 20, hem - 30, 34, -8],
          [mid + 80, knee + 160, mid + 60, hem - 20, 34, 8],
          [mid - 90, hem - 150, mid + 80, hem - 110, 30, 14],
          [mid + 100, hem - 90, mid - 60, hem - 50, 28, 12],
          [hip - 40, top + 180, hip - 90, crotch - 20, 28, 10],
        ]
    const seams = short
      ? `M${inn - 6} ${hem - 44}C${mid - 60} ${hem - 28} ${mid + 60} ${hem - 30} ${out + 4} ${hem - 52}`
      : cuffed
        ? ''
        : `M${inn - 6} ${hem - 40}C${mid - 60} ${hem - 26} ${mid + 60} ${hem - 28} ${out + 4} ${hem - 48}`
    const pocketLine =
      view === 'front'
        ? denim
          ? `M${waist - 128} ${top + band - 10}C${waist - 118} ${top + band + 70} ${waist - 50} ${top + band + 96} ${waist + 24} ${top + band + 92}`
          : `M${waist - 56} ${top + band - 10}L${waist + 36} ${top + band + 190}`
        : ''
    const wash = denim
      ? `<ellipse cx="${side * (mid - 6)}" cy="${crotch + (short ? 120 : 60)}" rx="${short ? 110 : 84}" ry="${short ? 240 : 330}" fill="${lighter(body, 0.4)}" opacity=".34" filter="url(#wash)"/><ellipse cx="${side * mid}" cy="${knee + 60}" rx="60" ry="120" fill="${lighter(body, 0.5)}" opacity=".22" filter="url(#wash)"/>`
      : ''
    const filter = denim
      ? '<filter id="wash" x="-60%" y="-60%" width="220%" height="220%"><feGaussianBlur stdDeviation="48"/></filter>'
      : ''
    if (cuffed) {
      let lines = ''
      for (let step = 1; step < 20; step++)
        lines += `M${inn + 6 + step * 7} ${hem - 20}L${inn + 18 + step * 6.1} ${hem + 84}`
      parts.push({
        outline: turn(
          `M${inn + 8} ${hem - 14}L${out - 10} ${hem - 22}L${out - 22} ${hem + 68}C${mid + 30} ${hem + 84} ${mid - 30} ${hem + 84} ${inn + 20} ${hem + 74}Z`,
        ),
        fill: cut.accent ?? darker(body, 0.06),
        volume: 36,
        lift: 34,
        edge: 6,
        ribs: turn(lines),
        ribWidth: 3.4,
      })
    }
    parts.push({
      outline: turn(leg),
      bulk: turn(bulk),
      fill: body,
      marks: `${filter}${wash}${side === 1 ? (cut.legMarks ?? '') : ''}${cut.stripe ? `<path d="${turn(`M${waist - 14} ${top + 60}C${waist + 12} ${top + 200} ${hip - 22} ${top + 300} ${hip - 22} ${crotch - 40}C${hip - 12} ${knee - 60} ${out - 6} ${knee + 120} ${out - 22} ${hem + 20}`)}" fill="none" stroke="${cut.stripe}" stroke-width="24"/>` : ''}${seams ? sewn(turn(seams)) : ''}${pocketLine ? `${sewn(turn(pocketLine))}<g transform="translate(${-side * 9} 9)">${sewn(turn(pocketLine))}</g>` : ''}${denim ? sewn(turn(`M${waist - 10} ${top + band}C${waist + 20} ${top + 200} ${hip - 10} ${top + 300} ${hip - 10} ${crotch - 40}`)) : ''}`,
      volume: short ? 84 : 66,
      lift: short ? 60 : 62,
      ridges:
        loosen(chance, flip(drawn)) +
        (cuffed
          ? bunch(`${seed}${side}`, 70, hem).replace(
              /(-?\d+(?:\.\d+)?) (-?\d+(?:\.\d+)?)/g,
              (_, x: string, y: string) => `${round(Number(x) + side * mid)} ${y}`,
            )
          : '') +
        (denim ? '' : waistGathers(side, waist, top + band)),
      valleys: loosen(
        chance,
        flip([
          [mid - 80, knee + 20, mid + 70, knee + 60, 24, 8],
          [20, crotch + 20, 180, crotch + 110, 24, 10],
        ]),
      ),
      sharp: short ? '' : loosen(chance, flip(drawn.slice(0, 6)), 16),
      foldDepth: denim ? 15 : short ? 24 : 20,
      foldBlur: short ? 18 : 13,
      crease: { depth: denim ? 8 : 7, size: denim ? 70 : 84, angle: side * 64 + 20, stretch: 1.9 },
      seams: `${turn(`M${waist} ${top + band}`)}${seams ? turn(seams) : ''}${pocketLine ? turn(pocketLine) : ''}`,
      shade: turn(
        `M-20 ${crotch - 60}L70 ${crotch + 40}L${inn + 26} ${hem}L${inn - 30} ${hem}L-20 ${crotch}Z`,
      ),
      shadeDepth: 0.32,
      weave,
      gloss: style === 'mesh-short' ? 0.12 : 0.04,
      cast: 0.4,
    })
    if (style === 'cargo') {
      const y = crotch + 120
      const pocket = `M${hip - 150} ${y}L${hip - 4} ${y - 8}L${hip + 2} ${y + 190}L${hip - 148} ${y + 196}Z`
      const flap = `M${hip - 158} ${y - 14}L${hip + 2} ${y - 24}L${hip + 4} ${y + 46}L${hip - 78} ${y + 66}L${hip - 156} ${y + 54}Z`
      for (const [shape, more] of [
        [pocket, `M${hip - 76} ${y}L${hip - 74} ${y + 194}`],
        [flap, ''],
      ] as const)
        parts.push({
          outline: turn(shape),
          fill: cut.accent && shape === flap ? cut.accent : body,
          marks: stitch(turn(shape.replace(/Z$/, '')), body),
          edge: 5,
          edgeLift: 6,
          lift: 14,
          volume: 30,
          seams: more ? turn(more) : '',
          crease: { depth: 5, size: 60, angle: 50, stretch: 2 },
          weave,
          cast: 0.5,
          castBlur: 8,
          castShift: [4, 7],
        })
      parts.push({ ...button(side * (hip - 77), y + 40, 9, darker(body, 0.3)) })
    }
    if (view === 'back' && (denim || style === 'wide' || style === 'cargo')) {
      const px = short ? 150 : 112
      const py = top + band + (short ? 96 : 84)
      const pocket = `M${px - 74} ${py}L${px + 74} ${py - 6}L${px + 72} ${py + 130}L${px} ${py + 168}L${px - 72} ${py + 136}Z`
      parts.push({
        outline: turn(pocket),
        fill: body,
        marks:
          sewn(turn(pocket.replace(/L[^L]*Z$/, 'Z'))) +
          (denim
            ? sewn(
                turn(
                  `M${px - 70} ${py + 50}C${px - 30} ${py + 90} ${px + 30} ${py + 20} ${px + 70} ${py + 60}`,
                ),
              )
            : ''),
        edge: 4,
        edgeLift: 5,
        lift: 10,
        volume: 30,
        weave,
        cast: 0.45,
        castBlur: 6,
        castShift: [3, 5],
        crease: { depth: 4, size: 60, angle: 70, stretch: 2 },
      })
      if (denim)
        parts.push({
          outline: bend(`M92 ${top + 4}L186 ${top}L188 ${top + 60}L94 ${top + 64}Z`),
          fill: '#8a5a33',
          edge: 2,
          edgeLift: 2,
          lift: 0,
          cast: 0.4,
          castBlur: 4,
          castShift: [2, 3],
        })
    }
  }

  const front = view === 'front'
  if (denim && front)
    parts.push({
      outline: bend(
        `M-4 ${top + band - 10}L46 ${top + band - 10}C52 ${top + 240} 40 ${crotch - 90} -2 ${crotch - 60}Z`,
      ),
      fill: body,
      marks:
        sewn(bend(`M44 ${top + band - 10}C48 ${top + 240} 38 ${crotch - 94} 0 ${crotch - 66}`)) +
        sewn(bend(`M35 ${top + band - 10}C39 ${top + 240} 30 ${crotch - 104} 0 ${crotch - 76}`)),
      edge: 4,
      edgeLift: 4,
      lift: 0,
      weave,
      cast: 0.3,
      castBlur: 5,
    })
  const lines: string[] = []
  if (!denim)
    for (let x = -waist + 8; x < waist; x += 9) lines.push(`M${x} ${top - 8}L${x} ${top + band + 8}`)
  parts.push({
    outline: bend(
      whole(
        [0, top + (front ? 10 : 0)],
        [
          [waist * 0.5, top + (front ? 8 : 0), waist * 0.8, top, waist - 8, top - 6],
          [waist + 2, top + band - 12],
          [waist * 0.5, top + band + 8, waist * 0.3, top + band + 8, 0, top + band + 8],
        ],
      ),
    ),
    fill: denim ? body : (cut.accent ?? body),
    marks: denim
      ? sewn(
          bend(
            `M${-waist} ${top + 6}C-100 ${top + 22} 100 ${top + 22} ${waist} ${top + 6}M${-waist} ${top + band - 18}C-100 ${top + band} 100 ${top + band} ${waist} ${top + band - 18}`,
          ),
        )
      : cut.stripe
        ? ''
        : `${stitch(bend(`M${-waist} ${top + 20}C-100 ${top + 36} 100 ${top + 36} ${waist} ${top + 20}`), body)}${stitch(bend(`M${-waist} ${top + 44}C-100 ${top + 60} 100 ${top + 60} ${waist} ${top + 44}`), body)}`,
    volume: 60,
    lift: 40,
    edge: 6,
    ribs: bend(lines.join('')),
    ribWidth: 4,
    ribDepth: 2,
    weave,
    cast: 0.35,
    castBlur: 8,
  })
  if (front)
    parts.unshift({
      outline: bend(
        whole(
          [0, top - 26],
          [
            [waist * 0.5, top - 26, waist * 0.8, top - 18, waist - 8, top - 6],
            [waist - 20, top + 20],
            [0, top + 24],
          ],
        ),
      ),
      fill: body,
      dim: 0.5,
      lift: 0,
      cast: 0,
    })
  if (denim)
    for (const x of [-150, -60, 70, 160].map((at) => at * (waist / 214)))
      parts.push({
        outline: bend(
          `M${x - 10} ${top - 6}L${x + 10} ${top - 6}L${x + 10} ${top + band + 12}L${x - 10} ${top + band + 12}Z`,
        ),
        fill: mix(body, '#ffffff', 0.06),
        edge: 3,
        edgeLift: 4,
        lift: 0,
        weave,
        cast: 0.5,
        castBlur: 4,
        castShift: [2, 3],
      })
  if (denim && front) parts.push(button(6, top + 36, 15, '#b08a4f'))
  if (!denim && front)
    parts.push(
      ...cord(-22, top + 44, -40, top + 300, -12, cut.accent ?? lighter(body, 0.3)),
      ...cord(22, top + 44, 34, top + 326, 12, cut.accent ?? lighter(body, 0.3)),
    )
  if (cut.marks && front) (parts.find((part) => part.weave === weave) as Part).marks += cut.marks
  return parts
}

function waistGathers(side: number, waist: number, y: number): string {
  const chance = chanceFrom(`gather ${side} ${waist}`)
  const list: Fold[] = []
  for (let x = 24; x < waist; x += 40)
    list.push([side * x, y - 10, side * (x + 14), y + 90 + 110 * chance(), 22, 4])
  return loosen(chance, list)
}
