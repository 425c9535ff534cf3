import type { Part } from './cloth.ts'
import { darker, thread } from './colour.ts'
import { mapPath, sagFrom } from './path.ts'
import { stitch } from './sewing.ts'

export type CapCut = {
  seed: string
  view: 'front' | 'back'
  style: 'cap' | 'trucker' | 'bucket' | 'beanie'
  body: string
  brim?: string
  mesh?: string
  marks?: string
}

/** Hats stand on the floor, so they share one baseline at y 1120. */
export function capParts(cut: CapCut): Part[] {
  const bend = sagFrom(cut.seed, 5)
  if (cut.style === 'bucket') return bucket(cut, bend)
  if (cut.style === 'beanie') return beanie(cut, bend)
  return cap(cut, bend)
}

function cap(cut: CapCut, bend: (path: string) => string): Part[] {
  const { body } = cut
  const brim = cut.brim ?? body
  const crown = 'M-336 900C-362 650 -276 404 0 396C276 404 362 650 336 900C200 960 -200 960 -336 900Z'
  const eyelets = [
    [-236, 590],
    [236, 590],
  ]
    .map(
      ([x, y]) =>
        `<ellipse cx="${x}" cy="${y}" rx="9" ry="8" fill="${darker(body, 0.6)}"/><ellipse cx="${x}" cy="${y}" rx="14" ry="13" fill="none" stroke="${thread(body)}" stroke-width="4"/>`,
    )
    .join('')
  if (cut.view === 'back') {
    const arch = 'M-150 968C-150 820 -90 760 0 758C90 760 150 820 150 968Z'
    return [
      {
        outline: bend('M-388 930C-400 640 -300 396 0 390C300 396 400 640 388 930C240 984 -240 984 -388 930Z'),
        fill: cut.mesh ?? body,
        marks: `${stitch(bend('M-12 394L-8 760M12 394L8 760M-20 394C-200 470 -258 700 -262 960M20 394C200 470 258 700 262 960'), body)}<ellipse cx="0" cy="396" rx="24" ry="13" fill="${brim}"/>`,
        volume: 120,
        lift: 170,
        edge: 12,
        seams: bend('M0 394L0 760M0 394C-190 470 -254 700 -254 966M0 394C190 470 254 700 254 966'),
        crease: { depth: 5, size: 90, angle: 80, stretch: 1.6 },
        weave: cut.mesh ? 'mesh' : 'canvas',
      },
      {
        outline: bend(arch),
        fill: '#15130f',
        dim: 0.6,
        volume: 40,
        lift: -40,
        cast: 0,
        shade: bend('M-150 758L150 758L150 840C60 770 -60 770 -150 840Z'),
      },
      {
        outline: bend('M-176 898C-60 932 60 932 176 898L178 960C60 992 -60 992 -178 960Z'),
        fill: body,
        marks: `${stitch(bend('M-176 908C-60 942 60 942 176 908M-176 950C-60 982 60 982 176 950'), body)}<rect x="-30" y="916" width="60" height="62" rx="6" fill="none" stroke="#b9a77a" stroke-width="9"/>`,
        lift: 14,
        volume: 24,
        cast: 0.5,
        weave: 'canvas',
      },
    ]
  }
  const peak =
    'M-330 862C-230 930 230 930 330 862C384 910 428 990 424 1078C350 1040 190 1026 0 1026C-190 1026 -350 1040 -424 1078C-428 990 -384 910 -330 862Z'
  return [
    {
      outline: bend(crown),
      fill: body,
      marks: `${cut.mesh ? `<path d="${bend('M-400 380L-24 391C-150 470 -236 690 -244 960L-400 960ZM400 380L24 391C150 470 236 690 244 960L400 960Z')}" fill="${cut.mesh}"/>` : ''}${['M-18 392C-150 470 -240 690 -250 960', 'M18 392C150 470 240 690 250 960', 'M-32 392C-164 474 -252 690 -262 960', 'M32 392C164 474 252 690 262 960'].map((line) => stitch(bend(line), body)).join('')}${eyelets}${cut.marks ?? ''}`,
      volume: 110,
      lift: 170,
      edge: 12,
      seams: bend('M-24 392C-156 472 -246 690 -256 960M24 392C156 472 246 690 256 960'),
      ridges: bend(
        'M-200 560C-120 620 -110 760 -150 880C-190 780 -210 660 -200 560ZM210 600C150 660 140 780 170 880C220 800 230 700 210 600Z',
      ),
      foldDepth: 9,
      crease: { depth: 4, size: 100, angle: 80, stretch: 1.6 },
      weave: 'canvas',
      cast: 0,
    },
    {
      outline: bend('M-28 398C-26 376 26 376 28 398C14 408 -14 408 -28 398Z'),
      fill: brim,
      lift: 12,
      volume: 10,
      edge: 6,
      cast: 0.3,
      castBlur: 4,
    },
    {
      outline: bend(mapPath(peak, (x, y) => [x * 0.985, y + 16])),
      fill: darker(brim, 0.4),
      dim: 0.5,
      lift: 4,
      cast: 0,
    },
    {
      outline: bend(peak),
      fill: brim,
      marks: [0, 1, 2, 3, 4]
        .map((row) =>
          stitch(
            bend(
              mapPath('M-414 1058C-340 1024 -190 1010 0 1010C190 1010 340 1024 414 1058', (x, y) => [
                x * (1 - row * 0.026),
                y - row * 23,
              ]),
            ),
            brim,
          ),
        )
        .join(''),
      volume: 40,
      lift: 30,
      edge: 8,
      ridges: bend('M-300 900C-120 950 120 950 300 900C250 970 120 990 0 990C-120 990 -250 970 -300 900Z'),
      foldDepth: 26,
      foldBlur: 30,
      weave: 'canvas',
      cast: 0.5,
      castShift: [0, -8],
    },
  ]
}

function bucket(cut: CapCut, bend: (path: string) => string): Part[] {
  const { body } = cut
  const back = cut.view === 'back'
  const rows = [0, 1, 2, 3, 4, 5]
    .map((row) =>
      stitch(
        bend(
          mapPath('M-470 1040C-260 1120 260 1120 470 1040', (x, y) => [x * (1 - row * 0.045), y - row * 30]),
        ),
        body,
      ),
    )
    .join('')
  return [
    {
      outline: bend(
        'M-300 850C-296 640 -280 520 -246 470C-120 430 120 430 246 470C280 520 296 640 300 850C160 910 -160 910 -300 850Z',
      ),
      fill: body,
      marks: `${cut.marks && !back ? cut.marks : ''}${stitch(bend('M-246 486C-120 522 120 522 246 486'), body)}${back ? stitch(bend('M-6 510L-6 880M6 510L6 880'), body) : ''}`,
      volume: 90,
      lift: 120,
      edge: 12,
      seams: bend(
        `M-250 478C-120 514 120 514 250 478${back ? 'M0 508L0 884' : 'M-290 560L-296 840M290 560L296 840'}`,
      ),
      ridges: bend(
        'M-200 560C-220 700 -180 800 -150 880C-250 780 -250 640 -200 560ZM120 540C180 640 190 760 160 880C120 760 110 640 120 540Z',
      ),
      foldDepth: 14,
      crease: { depth: 8, size: 90, angle: 76, stretch: 1.8 },
      weave: 'canvas',
      cast: 0,
    },
    {
      outline: bend(
        'M-306 836C-160 896 160 896 306 836C390 900 460 980 492 1050C440 1110 260 1150 0 1152C-260 1150 -440 1110 -492 1050C-460 980 -390 900 -306 836Z',
      ),
      fill: cut.brim ?? body,
      marks: rows,
      volume: 66,
      lift: 76,
      edge: 9,
      ridges: bend(
        'M-330 900C-360 1000 -350 1080 -300 1120C-440 1060 -400 960 -330 900ZM200 900C280 980 300 1060 280 1130C200 1060 180 980 200 900ZM-60 920C-40 1000 -50 1080 -80 1140C-130 1060 -110 980 -60 920Z',
      ),
      foldDepth: 20,
      foldBlur: 20,
      crease: { depth: 6, size: 100, angle: 20, stretch: 1.8 },
      weave: 'canvas',
      cast: 0.5,
    },
  ]
}

function beanie(cut: CapCut, bend: (path: string) => string): Part[] {
  const { body } = cut
  const cuff = cut.brim ?? body
  let rib = ''
  for (let step = -24; step <= 24; step++) {
    const x = Math.sin((step / 25) * 1.5) * 340
    rib += `M${x} 900C${x} 700 ${x * 0.8} 560 ${x * 0.1} 410`
  }
  let fold = ''
  for (let step = -28; step <= 28; step++) {
    const x = Math.sin((step / 29) * 1.52) * 362
    fold += `M${x} 860C${x * 1.02} 940 ${x * 1.02} 1040 ${x} 1140`
  }
  const label = cut.view === 'front' ? (cut.marks ?? '') : ''
  return [
    {
      outline: bend('M-340 900C-344 640 -250 420 0 408C250 420 344 640 340 900C200 950 -200 950 -340 900Z'),
      fill: body,
      volume: 110,
      lift: 150,
      edge: 12,
      ribs: bend(rib),
      ribWidth: 10,
      ribDepth: 5,
      ridges: bend('M-200 700C-60 640 120 640 220 700C100 700 -80 690 -200 700Z'),
      foldDepth: 18,
      cast: 0,
      weave: 'fleece',
    },
    {
      outline: bend(
        'M-360 866C-200 912 200 912 360 866C370 960 368 1050 356 1120C200 1164 -200 1164 -356 1120C-368 1050 -370 960 -360 866Z',
      ),
      fill: cuff,
      marks: '',
      volume: 60,
      lift: 60,
      edge: 12,
      ribs: bend(fold),
      ribWidth: 10,
      ribDepth: 5,
      cast: 0.5,
      weave: 'fleece',
    },
    ...(label
      ? [
          {
            outline: 'M-78 968L78 968L78 1062L-78 1062Z',
            fill: '#f1ede4',
            marks: label,
            edge: 3,
            edgeLift: 4,
            lift: 0,
            cast: 0.5,
            castBlur: 4,
            castShift: [2, 3] as [number, number],
          },
        ]
      : []),
  ]
}
