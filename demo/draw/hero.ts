import { mkdir, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { bottomParts } from './bottom.ts'
import { capParts } from './cap.ts'
import type { Part } from './cloth.ts'
import { darker } from './colour.ts'
import { bone, flame } from './design.ts'
import { sandalParts } from './footwear.ts'
import { put, rail, washing } from './hanging.ts'
import { adire } from './pattern.ts'
import { compose, encode, light, type Scene } from './picture.ts'
import { halftoneSun } from './print.ts'
import { dusk, night, quilt, wall } from './scenery.ts'
import { teeParts } from './tee.ts'
import { wardrobe as w } from './wardrobe.ts'

/** The pictures of the home page. They contain no text: the page sets its own over them. */

type Poster = { name: string; width: number; height: number; quality: number; scene: () => Scene }
const air = { paper: 'bone', stance: 'air' } as const
const onWall = { paper: 'bone', stance: 'wall' } as const

const hung = (
  name: string,
  width: number,
  height: number,
  quality: number,
  ground: string,
  items: { parts: Part[]; x: number; turn?: number }[],
  line: Parameters<typeof washing>[1],
  scale: number,
): Poster => ({
  name,
  width,
  height,
  quality,
  scene: () => {
    const { parts, rope } = washing(items, line, scale)
    return { parts, ground: air, scenery: ground + rope }
  },
})
const railed = (
  name: string,
  width: number,
  height: number,
  quality: number,
  ground: string,
  items: Part[][],
  from: number,
  step: number,
  y: number,
  scale: number,
  metal: string,
): Poster => ({
  name,
  width,
  height,
  quality,
  scene: () => {
    const { parts, drawing } = rail(items, from, step, y, scale, width, metal)
    return { parts, ground: onWall, scenery: ground + drawing }
  },
})

const posters: Poster[] = [
  hung(
    'hero',
    2400,
    1350,
    78,
    dusk(2400, 1350, { horizon: 1010, sun: [1560, 700, 430], near: 620 }),
    [
      { parts: w.boneTee(), x: 1010, turn: 2 },
      { parts: w.blackHood(), x: 1470, turn: -1 },
      { parts: w.adireShirt(), x: 1905, turn: 2 },
      { parts: w.puffer(), x: 2330, turn: -2 },
    ],
    { from: [-60, 40], to: [2460, 130], sag: 70 },
    0.47,
  ),
  hung(
    'hero-portrait',
    1080,
    1350,
    70,
    dusk(1080, 1350, { horizon: 1060, sun: [600, 720, 330], near: 430 }),
    [
      { parts: w.boneTee(), x: 160, turn: 2 },
      { parts: w.blackHood(), x: 545, turn: -1 },
      { parts: w.adireShirt(), x: 930, turn: 2 },
    ],
    { from: [-60, 90], to: [1140, 120], sag: 60 },
    0.41,
  ),
  railed(
    'story-1',
    1200,
    1500,
    78,
    wall(
      1200,
      1500,
      '#e9e4d9',
      '#c3bcae',
      '<rect y="1330" width="1200" height="170" fill="#a59d8e"/><rect y="1330" width="1200" height="5" fill="#8c8577"/>',
    ),
    [w.checkShirt(), w.flameBomber(), w.boneHood(), w.varsity()],
    250,
    236,
    130,
    0.82,
    '#22211f',
  ),
  {
    name: 'story-2',
    width: 1200,
    height: 1500,
    quality: 78,
    scene: () => ({
      ground: onWall,
      scenery: wall(1200, 1500, '#ff5226', '#e63f13'),
      parts: [
        ...put(
          bottomParts({ view: 'front', seed: 'story 2', body: '#151514', style: 'cargo' }),
          800,
          560,
          0.6,
          5,
        ),
        ...put(
          teeParts({
            view: 'front',
            seed: 'story 2',
            body: '#f5f3ec',
            marks: halftoneSun(0, 620, 170, flame, 20),
          }),
          420,
          210,
          0.7,
          -5,
        ),
        ...put(
          capParts({
            view: 'front',
            seed: 'story 2',
            style: 'bucket',
            body: '#121211',
            brim: '#121211',
            marks: adire(bone),
          }),
          880,
          -40,
          0.46,
          8,
        ),
        ...put(
          sandalParts({
            view: 'single',
            seed: 'story 2',
            style: 'slide',
            body: '#f2eee4',
            sole: '#dcd7cb',
          }).map((part) => ({ ...part, at: { x: 0, y: 0 } })),
          250,
          1270,
          0.46,
          -24,
        ),
        ...put(
          sandalParts({
            view: 'single',
            seed: 'story 2',
            style: 'slide',
            body: '#f2eee4',
            sole: '#dcd7cb',
          }).map((part) => ({ ...part, at: { x: 0, y: 0 } })),
          450,
          1250,
          0.46,
          8,
        ),
      ],
    }),
  },
  {
    name: 'story-3',
    width: 1200,
    height: 1500,
    quality: 35,
    scene: () => ({
      ground: onWall,
      scenery: wall(1200, 1500, bone, bone),
      parts: [
        {
          outline: 'M-700 -100L700 -100L700 1600L-700 1600Z',
          fill: night,
          marks: `<g transform="translate(-620 -20)">${quilt(1240, 1560, 413, 'quilt', 1.3)}</g>`,
          lift: 0,
          edgeLift: 0,
          crease: { depth: 26, size: 250, angle: 58, stretch: 2.6 },
          ridges:
            'M-640 300C-300 420 -60 760 40 1580C-200 900 -420 600 -640 300ZM-260 -60C60 300 300 760 560 1000C240 840 -60 360 -260 -60ZM300 -60C420 240 560 420 660 520C480 400 340 180 300 -60Z',
          foldBlur: 42,
          foldDepth: 90,
          gloss: 0.1,
          weave: 'canvas',
        },
      ],
    }),
  },
  {
    name: 'promo',
    width: 1600,
    height: 1200,
    quality: 78,
    scene: () => ({
      ground: onWall,
      scenery: wall(1600, 1200, '#ff5226', '#e8400f', `<circle cx="1060" cy="600" r="500" fill="${bone}"/>`),
      parts: [
        ...put(w.discShirt(), 1400, 230, 0.64, 10),
        ...put(w.checkShirt(), 730, 200, 0.66, -10),
        ...put(w.puffer(), 1070, 20, 0.84, 0),
      ],
    }),
  },
  hung(
    'slide-1',
    1600,
    900,
    76,
    dusk(1600, 900, {
      horizon: 700,
      sun: [1130, 470, 270],
      near: 400,
      sky: ['#ded8cb', '#efeade'],
      sunInk: flame,
    }),
    [
      { parts: w.flameTee(), x: 690, turn: 2 },
      { parts: w.varsity(), x: 1050, turn: -1 },
      { parts: w.waveShirt(), x: 1410, turn: 2 },
    ],
    { from: [-60, 40], to: [1660, 90], sag: 46 },
    0.37,
  ),
  {
    name: 'slide-2',
    width: 1600,
    height: 900,
    quality: 78,
    scene: () => ({
      ground: onWall,
      scenery: wall(
        1600,
        900,
        '#ff5226',
        '#e53e12',
        `<path d="M0 620L1600 300L1600 470L0 790Z" fill="${night}"/>`,
      ),
      parts: [
        ...put(w.chevronTop(), 1380, 60, 0.56, 5),
        ...put(w.slashJersey(), 640, 60, 0.56, -6),
        ...put(w.boneHood(), 1010, 10, 0.64, 0),
      ],
    }),
  },
  railed(
    'slide-3',
    1600,
    900,
    78,
    wall(1600, 900, '#33312d', '#151412'),
    [w.boneTee(), w.flameBomber(), w.adireShirt(), w.boneHood(), w.discShirt()],
    520,
    232,
    20,
    0.58,
    '#c9c4b8',
  ),
  {
    name: 'slide-4',
    width: 1600,
    height: 900,
    quality: 70,
    scene: () => ({
      ground: onWall,
      scenery: `${wall(1600, 900, '#efeadf', '#d8d1c3')}<svg x="0" y="0" width="450" height="900">${quilt(450, 900, 225, 'slide 4', 0.72)}</svg>`,
      parts: [
        ...put(
          bottomParts({
            view: 'front',
            seed: 'slide 4',
            body: darker(flame, 0.06),
            style: 'short',
            accent: darker(flame, 0.06),
          }),
          1390,
          270,
          0.46,
          8,
        ),
        ...put(w.loomShirt(), 800, 40, 0.58, -5),
        ...put(w.discShirt(), 1190, 10, 0.6, 4),
      ],
    }),
  },
]

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    scale: { type: 'string', default: '1' },
    into: { type: 'string' },
  },
})
const into = values.into
  ? new URL(`${values.into}/`, `file://${process.cwd()}/`)
  : new URL('../brand/', import.meta.url)
await mkdir(into.pathname, { recursive: true })
for (const poster of posters) {
  if (values.only && !values.only.includes(poster.name)) continue
  const studio = { width: poster.width, height: poster.height, scale: Number(values.scale) }
  const scene = poster.scene()
  const pixels = await compose(scene, await light(scene, studio, poster.name), studio)
  const file = await encode(
    pixels,
    Math.round(poster.width * studio.scale),
    Math.round(poster.height * studio.scale),
    poster.quality,
  )
  await writeFile(new URL(`${poster.name}.webp`, into), file)
  console.log(`${poster.name} ${Math.round(file.length / 1024)} KB`)
}
