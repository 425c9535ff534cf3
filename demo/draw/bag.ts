import type { Part } from './cloth.ts'
import { darker, lighter, thread } from './colour.ts'
import { sagFrom } from './path.ts'
import { stitch } from './sewing.ts'

export type BagCut = {
  seed: string
  view: 'front' | 'back'
  style: 'tote' | 'market' | 'crossbody' | 'duffel' | 'backpack'
  body: string
  trim?: string
  marks?: string
  cloth?: string
}

/** A strap as a thick line from edge to edge, stitched along both sides. */
const strap = (path: string, width: number, dye: string, more: Partial<Part> = {}): Part => ({
  outline: path,
  fill: dye,
  edge: 5,
  edgeLift: 6,
  lift: 6,
  volume: width / 2,
  weave: 'canvas',
  cast: 0.45,
  castBlur: 9,
  castShift: [6, 8],
  ...more,
})

export function bagParts(cut: BagCut): Part[] {
  const bend = sagFrom(cut.seed, 9)
  const { body } = cut
  const trim = cut.trim ?? body
  const metal = '#b8b3a8'
  if (cut.style === 'tote' || cut.style === 'market') {
    const wide = cut.style === 'market'
    const top = wide ? 610 : 560
    const half = wide ? 440 : 360
    const bottom = wide ? 1230 : 1330
    const reach = wide ? 210 : 120
    const handle = (lift: number, at: number) =>
      `M${-at - 24} ${top + 40}C${-at - 30} ${top - 200} ${-at + 10} ${lift} 0 ${lift}C${at - 10} ${lift} ${at + 30} ${top - 200} ${at + 24} ${top + 40}L${at - 24} ${top + 40}C${at - 20} ${top - 190} ${at - 44} ${lift + 48} 0 ${lift + 48}C${-at + 44} ${lift + 48} ${-at + 20} ${top - 190} ${-at + 24} ${top + 40}Z`
    const parts: Part[] = [
      strap(bend(handle(wide ? 330 : 210, reach + 6)), 48, darker(trim, 0.12), { dim: 0.82 }),
      {
        outline: bend(
          `M${-half + 10} ${top - 6}C-150 ${top + 14} 150 ${top + 10} ${half - 8} ${top - 8}L${half - 20} ${top + 50}L${-half + 20} ${top + 50}Z`,
        ),
        fill: body,
        dim: 0.55,
        lift: 0,
        cast: 0.2,
      },
      {
        outline: bend(
          `M${-half} ${top}C-150 ${top + 26} 150 ${top + 22} ${half} ${top - 2}C${half + 12} ${top + 260} ${half + 4} ${bottom - 260} ${half - 16} ${bottom - 8}C${half - 40} ${bottom + 16} ${-half + 60} ${bottom + 20} ${-half + 24} ${bottom}C${-half - 6} ${bottom - 260} ${-half - 10} ${top + 260} ${-half} ${top}Z`,
        ),
        fill: body,
        marks: `${cut.cloth ?? ''}${cut.view === 'front' ? (cut.marks ?? '') : ''}${stitch(bend(`M${-half} ${top + 40}C-150 ${top + 66} 150 ${top + 62} ${half} ${top + 38}`), body)}`,
        volume: 100,
        lift: 62,
        edge: 9,
        ridges: bend(
          `M${-half + 60} ${top + 80}C${-half + 180} ${top + 240} ${-half + 160} ${bottom - 300} ${-half + 60} ${bottom - 60}C${-half + 90} ${bottom - 300} ${-half + 110} ${top + 280} ${-half + 60} ${top + 80}ZM${half - 50} ${top + 120}C${half - 150} ${top + 300} ${half - 140} ${bottom - 260} ${half - 60} ${bottom - 40}C${half - 90} ${bottom - 300} ${half - 100} ${top + 300} ${half - 50} ${top + 120}ZM-60 ${top + 60}C-10 ${top + 260} -20 ${bottom - 340} -90 ${bottom - 180}C-90 ${bottom - 400} -60 ${top + 300} -60 ${top + 60}ZM120 ${bottom - 260}C60 ${bottom - 160} -40 ${bottom - 90} -200 ${bottom - 60}C-60 ${bottom - 140} 40 ${bottom - 200} 120 ${bottom - 260}Z`,
        ),
        foldDepth: 22,
        foldBlur: 24,
        crease: { depth: 8, size: 120, angle: 74, stretch: 1.8 },
        seams: bend(`M${-half} ${top + 46}C-150 ${top + 72} 150 ${top + 68} ${half} ${top + 44}`),
        weave: 'canvas',
        cast: 0.4,
      },
    ]
    const sewn = [-1, 1]
      .map(
        (side) =>
          `M${side * reach - 18} ${top + 44}L${side * reach + 18} ${top + 44}L${side * reach + 18} ${top + 110}L${side * reach - 18} ${top + 110}ZM${side * reach - 18} ${top + 44}L${side * reach + 18} ${top + 110}M${side * reach + 18} ${top + 44}L${side * reach - 18} ${top + 110}`,
      )
      .join('')
    const front = handle(wide ? 372 : 262, reach).replace(new RegExp(`${top + 40}`, 'g'), `${top + 118}`)
    parts.push(strap(bend(front), 48, trim, { marks: stitch(bend(sewn), trim) }))
    if (cut.view === 'back')
      parts.push({
        outline: bend(`M-150 ${top + 240}L150 ${top + 236}L154 ${top + 480}L-152 ${top + 486}Z`),
        fill: body,
        marks: `${cut.cloth ?? ''}${stitch(bend(`M-142 ${top + 262}L142 ${top + 258}M-142 ${top + 250}L-142 ${top + 476}L144 ${top + 470}L142 ${top + 250}`), body)}`,
        edge: 4,
        edgeLift: 5,
        lift: 10,
        volume: 40,
        weave: 'canvas',
        cast: 0.45,
        castBlur: 7,
        castShift: [4, 6],
      })
    return parts
  }
  if (cut.style === 'crossbody') {
    const flap = cut.view === 'front'
    const parts: Part[] = [
      strap(
        bend(
          'M-340 760C-420 420 -190 190 20 186C260 190 420 430 344 760L300 760C360 470 230 234 20 232C-160 234 -360 460 -296 760Z',
        ),
        44,
        trim,
        { ribs: '', cast: 0.3 },
      ),
      {
        outline: bend(
          'M-370 700C-150 684 150 684 370 700C392 860 388 1040 360 1180C340 1216 -340 1216 -360 1180C-388 1040 -392 860 -370 700Z',
        ),
        fill: body,
        marks: `${cut.cloth ?? ''}${flap ? '' : (cut.marks ?? '')}${stitch(bend('M-352 720C-372 870 -368 1030 -342 1170C-320 1196 320 1196 342 1170C368 1030 372 870 352 720'), body)}`,
        volume: 80,
        lift: 84,
        edge: 12,
        crease: { depth: 6, size: 90, angle: 20, stretch: 1.8 },
        gloss: 0.12,
        weave: 'canvas',
      },
    ]
    if (flap) {
      parts.push({
        outline: bend('M-318 900C-120 890 120 890 318 900L306 1150C120 1164 -120 1164 -306 1150Z'),
        fill: body,
        marks: `${cut.cloth ?? ''}${cut.marks ?? ''}${stitch(bend('M-306 914L-296 1140C-120 1152 120 1152 296 1140L306 914'), body)}`,
        edge: 5,
        edgeLift: 8,
        lift: 20,
        volume: 40,
        crease: { depth: 4, size: 80, angle: 20, stretch: 1.6 },
        gloss: 0.12,
        weave: 'canvas',
        cast: 0.5,
      })
      parts.push({
        outline: bend('M-330 808C-120 796 120 796 330 808L330 836C120 824 -120 824 -330 836Z'),
        fill: darker(body, 0.5),
        edge: 3,
        edgeLift: -3,
        lift: 0,
        cast: 0,
        marks: `<path d="${bend('M-326 822C-120 810 120 810 326 822')}" stroke="${metal}" stroke-width="9" stroke-dasharray="4 3" fill="none"/>`,
      })
      parts.push({
        outline: bend('M216 812L240 812L244 900L228 914L212 900Z'),
        fill: metal,
        gloss: 0.8,
        shine: 18,
        edge: 3,
        edgeLift: 5,
        lift: 0,
        cast: 0.5,
        castBlur: 4,
        castShift: [3, 5],
      })
    }
    for (const side of [-1, 1])
      parts.push({
        outline: bend(
          `M${side * 318 - 34} 690L${side * 318 + 34} 690L${side * 318 + 30} 764L${side * 318 - 30} 764Z`,
        ),
        fill: trim,
        marks: stitch(
          bend(
            `M${side * 318 - 26} 700L${side * 318 + 26} 700L${side * 318 + 22} 756L${side * 318 - 22} 756Z`,
          ),
          trim,
        ),
        edge: 4,
        edgeLift: 5,
        lift: 4,
        cast: 0.4,
        castBlur: 5,
        castShift: [3, 4],
        weave: 'canvas',
      })
    return parts
  }
  if (cut.style === 'duffel') {
    const parts: Part[] = [
      strap(
        bend(
          'M-200 800C-230 560 -130 480 0 478C130 480 230 560 200 800L156 800C180 600 110 524 0 522C-110 524 -180 600 -156 800Z',
        ),
        44,
        darker(trim, 0.15),
        { dim: 0.84 },
      ),
      {
        outline: bend(
          'M-410 700C-300 640 300 640 410 700C500 760 508 1080 440 1150C300 1190 -300 1190 -440 1150C-508 1080 -500 760 -410 700Z',
        ),
        fill: body,
        marks: `${cut.cloth ?? ''}${cut.marks ?? ''}`,
        volume: 110,
        lift: 150,
        edge: 14,
        seams: bend('M-400 720C-350 860 -350 1020 -400 1150M400 720C350 860 350 1020 400 1150'),
        ridges: bend(
          'M-380 760C-300 860 -300 1000 -360 1120C-330 1000 -330 880 -380 760ZM-100 700C-60 780 -80 860 -120 920C-130 840 -120 760 -100 700ZM160 690C240 780 250 900 220 980C190 880 180 780 160 690Z',
        ),
        foldDepth: 20,
        foldBlur: 18,
        crease: { depth: 9, size: 90, angle: 60, stretch: 1.6 },
        gloss: 0.16,
        weave: 'canvas',
        cast: 0,
      },
      {
        outline: bend('M-400 706C-300 672 300 672 400 706L398 736C300 704 -300 704 -398 736Z'),
        fill: darker(body, 0.5),
        marks: `<path d="${bend('M-398 720C-300 688 300 688 398 720')}" stroke="${metal}" stroke-width="9" stroke-dasharray="4 3" fill="none"/>`,
        edge: 3,
        edgeLift: -3,
        lift: 0,
        cast: 0,
      },
    ]
    for (const side of [-1, 1])
      parts.push(
        strap(
          bend(
            `M${side * 186 - 28} 760L${side * 186 + 28} 760L${side * 186 + 28} 1166L${side * 186 - 28} 1166Z`,
          ),
          50,
          trim,
          {
            marks: stitch(
              bend(
                `M${side * 186 - 20} 760L${side * 186 - 20} 1160M${side * 186 + 20} 760L${side * 186 + 20} 1160`,
              ),
              trim,
            ),
            lift: 10,
          },
        ),
      )
    parts.push(
      strap(
        bend(
          'M-214 780C-240 590 -130 520 0 518C130 520 240 590 214 780L158 780C176 640 100 566 0 566C-100 566 -176 640 -158 780Z',
        ),
        50,
        trim,
      ),
    )
    parts.push({
      outline: bend('M-70 512L70 512L74 578L-74 578Z'),
      fill: lighter(trim, 0.05),
      edge: 6,
      edgeLift: 8,
      lift: 12,
      volume: 20,
      cast: 0.5,
      castBlur: 7,
      marks: stitch('M-62 522L62 522M-64 568L64 568', trim),
    })
    return parts
  }
  return [
    strap(bend('M-70 330C-80 220 80 220 70 330L42 330C46 260 -46 260 -42 330Z'), 28, trim),
    {
      outline: bend(
        'M-230 330C-120 286 120 286 230 330C320 400 344 620 350 900C356 1080 350 1220 320 1282C200 1316 -200 1316 -320 1282C-350 1220 -356 1080 -350 900C-344 620 -320 400 -230 330Z',
      ),
      fill: body,
      marks: `${cut.cloth ?? ''}${stitch(bend('M-214 352C-120 310 120 310 214 352C296 420 322 620 328 900'), body)}`,
      volume: 110,
      lift: 120,
      edge: 12,
      seams: bend('M-220 346C-120 302 120 302 220 346C306 414 330 620 336 900'),
      crease: { depth: 7, size: 100, angle: 70, stretch: 1.8 },
      gloss: 0.14,
      weave: 'canvas',
      cast: 0.3,
    },
    {
      outline: bend('M-256 800C-100 786 100 786 256 800L268 1210C100 1240 -100 1240 -268 1210Z'),
      fill: body,
      marks: `${cut.cloth ?? ''}${cut.marks ?? ''}${stitch(bend('M-244 816L-254 1200C-100 1226 100 1226 254 1200L244 816'), body)}`,
      edge: 8,
      edgeLift: 10,
      lift: 44,
      volume: 60,
      crease: { depth: 5, size: 90, angle: 60, stretch: 1.8 },
      gloss: 0.14,
      weave: 'canvas',
      cast: 0.5,
    },
    {
      outline: bend('M-244 824C-100 812 100 812 244 824L244 850C100 838 -100 838 -244 850Z'),
      fill: darker(body, 0.5),
      marks: `<path d="${bend('M-242 837C-100 825 100 825 242 837')}" stroke="${metal}" stroke-width="8" stroke-dasharray="4 3" fill="none"/>`,
      edge: 3,
      edgeLift: -3,
      lift: 0,
      cast: 0,
    },
    {
      outline: bend('M170 828L192 828L196 910L181 922L166 910Z'),
      fill: thread(body),
      edge: 3,
      edgeLift: 5,
      lift: 0,
      cast: 0.5,
      castBlur: 4,
      castShift: [3, 5],
    },
  ]
}
