import { type BagCut, bagParts } from './bag.ts'
import { type CapCut, capParts } from './cap.ts'
import { darker, lighter } from './colour.ts'
import { black, bone, close, type Design, type Dye, flame } from './design.ts'
import { type SandalCut, sandalParts } from './footwear.ts'
import { set } from './lettering.ts'
import { adire, check } from './pattern.ts'
import { type PerfumeCut, perfumeParts } from './perfume.ts'
import { bridge, bus, halftoneSun, poster } from './print.ts'

type Print = (dye: Dye) => string
const floor = (x: number, y: number, rx: number): Design['contact'] => [
  { drawing: `<ellipse cx="${x + 30}" cy="${y + 4}" rx="${rx * 1.04}" ry="46"/>`, softness: 30, depth: 0.34 },
  { drawing: `<ellipse cx="${x + 6}" cy="${y - 6}" rx="${rx * 0.95}" ry="20"/>`, softness: 9, depth: 0.6 },
]

function cap(
  style: CapCut['style'],
  second: 'back' | [number, number, number],
  look: { marks?: Print; more?: (dye: Dye) => Partial<CapCut> } = {},
): Design {
  const draw = (view: CapCut['view']) => (dye: Dye, seed: string) => {
    const marks = look.marks?.(dye)
    return capParts({ view, seed, style, body: dye.cloth, ...(marks ? { marks } : {}), ...look.more?.(dye) })
  }
  const low = { cap: 1084, trucker: 1084, bucket: 1140, beanie: 1150 }[style]
  const backLow = { cap: 985, trucker: 985, bucket: 1140, beanie: 1150 }[style]
  return {
    front: draw('front'),
    second: second === 'back' ? draw('back') : close(...second),
    ground: { stance: 'floor', floorAt: 900 },
    contact: floor(600, low, style === 'beanie' ? 350 : 420),
    secondContact: floor(600, second === 'back' ? backLow : low, 370),
  }
}

export const caps: Record<string, Design> = {
  'JR-CAP-EKO': cap('cap', 'back', {
    marks: (dye) => set('ÈKÓ', { face: 'poster', size: 190, y: 800, ink: dye.loud }),
  }),
  'JR-CAP-DANFO': cap('trucker', [0, 720, 2.1], {
    marks: (dye) => bus(0, 720, 0.72, black, dye.name === 'mustard' ? bone : '#f2b21b', bone),
    more: () => ({ mesh: '#22211f' }),
  }),
  'JR-CAP-AGBADA': cap('bucket', [-120, 760, 2.1], {
    marks: (dye) => set('JARA', { face: 'wide', size: 76, y: 720, ink: dye.ink, spacing: 4 }),
  }),
  'JR-CAP-HARMATTAN': cap('beanie', [0, 980, 2.1], {
    marks: () => set('JARA', { face: 'wide', size: 40, y: 1030, ink: black, spacing: 2 }),
  }),
  'JR-CAP-JARA': cap('cap', 'back', {
    marks: (dye) => set('Jara', { face: 'gothic', size: 230, y: 790, ink: dye.ink }),
    more: (dye) => ({ brim: darker(dye.cloth, 0.35) }),
  }),
  'JR-CAP-LAGOON': cap('bucket', [0, 700, 2.1], {
    marks: (dye) => adire(dye.ink === bone ? '#e8ebf2' : '#37347a'),
    more: () => ({}),
  }),
}

function bag(
  style: BagCut['style'],
  second: 'back' | [number, number, number],
  look: { marks?: Print; cloth?: Print; more?: (dye: Dye) => Partial<BagCut>; floor?: boolean } = {},
): Design {
  const draw = (view: BagCut['view']) => (dye: Dye, seed: string) => {
    const marks = look.marks?.(dye)
    const cloth = look.cloth?.(dye)
    return bagParts({
      view,
      seed,
      style,
      body: dye.cloth,
      ...(marks ? { marks } : {}),
      ...(cloth ? { cloth } : {}),
      ...look.more?.(dye),
    })
  }
  return {
    front: draw('front'),
    second: second === 'back' ? draw('back') : close(...second),
    ...(look.floor
      ? { ground: { stance: 'floor' as const, floorAt: 980 }, contact: floor(600, 1176, 440) }
      : {}),
  }
}

export const bags: Record<string, Design> = {
  'JR-BAG-BALOGUN': bag('market', [0, 860, 2.1], {
    marks: (dye) =>
      poster(
        [
          ['BALOGUN', dye.ink],
          ['EVERYTHING DEY', dye.loud],
        ],
        520,
        800,
      ),
  }),
  'JR-BAG-CANVAS': bag('tote', 'back', { marks: (dye) => bridge(0, 740, 460, dye.ink, dye.loud) }),
  'JR-BAG-CONDUCTOR': bag('crossbody', [60, 900, 2.1], {
    marks: (dye) => set('JARA', { face: 'wide', size: 60, y: 1060, ink: dye.ink, spacing: 4 }),
    more: (dye) => ({ trim: darker(dye.cloth, 0.2) }),
  }),
  'JR-BAG-IBADAN': bag('duffel', [-60, 880, 1.9], {
    floor: true,
    marks: (dye) =>
      set('IBADAN', { face: 'poster', size: 92, y: 950, ink: dye.ink, spacing: 6 }) +
      set('EXPRESS', { face: 'wide', size: 36, y: 1010, ink: dye.loud, spacing: 6 }),
    more: (dye) => ({ trim: darker(dye.cloth, 0.3) }),
  }),
  'JR-BAG-GMG': bag('tote', [0, 800, 2], {
    cloth: (dye) => check(bone, dye.name === 'black' ? flame : '#1a2342', 120),
    more: () => ({ trim: '#24211d' }),
  }),
  'JR-BAG-AKOKA': bag('backpack', [40, 960, 2.1], {
    marks: (dye) => set('A', { face: 'gothic', size: 210, y: 1110, ink: dye.ink }),
  }),
  'JR-BAG-SUN': bag('tote', [0, 960, 2.1], {
    marks: (dye) =>
      halftoneSun(0, 960, 180, dye.loud, 22) +
      set('JARA', { face: 'wide', size: 60, y: 1230, ink: dye.ink, spacing: 8 }),
  }),
}

function sandal(style: SandalCut['style'], look: (dye: Dye) => Partial<SandalCut> = () => ({})): Design {
  const draw = (view: SandalCut['view']) => (dye: Dye, seed: string) =>
    sandalParts({ view, seed, style, body: dye.cloth, ...look(dye) })
  return { front: draw('pair'), second: draw('single'), ground: { stance: 'floor', floorAt: -900 } }
}
const cork = { sole: '#2a2622', bed: '#c8a173' }

export const sandals: Record<string, Design> = {
  'JR-SAN-LAGOON': sandal('slide', (dye) => ({
    marks: set('JARA', { face: 'wide', size: 84, x: -14, y: -110, ink: dye.ink, spacing: 2 }),
  })),
  'JR-SAN-AGBADA': sandal('strap', () => cork),
  'JR-SAN-PALM': sandal('cross', (dye) => ({ sole: darker(dye.cloth, 0.45), bed: lighter(dye.cloth, 0.3) })),
  'JR-SAN-DANFO': sandal('slide', (dye) => ({
    bed: '#22211f',
    sole: '#161513',
    marks: `<path d="M-230 -190L200 -170L200 -134L-230 -154Z" fill="${dye.name === 'black' ? '#f2b21b' : black}"/><path d="M-230 -100L200 -80L200 -44L-230 -64Z" fill="${dye.name === 'black' ? '#f2b21b' : black}"/>`,
  })),
  'JR-SAN-OJA': sandal('toe', () => cork),
}

const scent = (cut: Omit<PerfumeCut, 'view'>, second: PerfumeCut['view'] | 'close' = 'boxed'): Design => {
  const scale = { slab: 1.26, round: 1.26, tall: 1.16, oil: 1.5 }[cut.style]
  const grow = (view: PerfumeCut['view']) => () =>
    perfumeParts({ ...cut, view }).map((part) =>
      part.at ? part : { ...part, at: { x: 600, y: 1240 - 1180 * scale, scale } },
    )
  const half = { slab: 250, round: 200, tall: 170, oil: 120 }[cut.style] * scale
  const boxed = () => perfumeParts({ ...cut, view: 'boxed' })
  return {
    front: grow('bottle'),
    second: second === 'boxed' ? boxed : close(0, 900, 2),
    ground: { stance: 'floor', floorAt: 1010 },
    contact: floor(600, 1240, half),
    secondContact: [...(floor(330, 1176, 210) ?? []), ...(floor(820, 1188, half * 0.72) ?? [])],
    paper: () => (cut.style === 'tall' ? 'warm' : 'bone'),
  }
}

export const perfumes: Record<string, Design> = {
  'JR-PRF-HARMATTAN': scent({
    style: 'slab',
    juice: '#cf8a3f',
    cap: '#1c1a17',
    label: '#161513',
    name: 'HARMATTAN',
    volume: 'EAU DE PARFUM 100 ML',
  }),
  'JR-PRF-OWAMBE': scent({
    style: 'round',
    juice: '#b5475f',
    cap: '#b9a985',
    label: '#ff4a1c',
    name: 'OWAMBE',
    volume: 'EAU DE PARFUM 50 ML',
  }),
  'JR-PRF-MIDNIGHT': scent({
    style: 'tall',
    juice: '#27406b',
    cap: '#77746d',
    label: '#f4f1ea',
    name: 'LAST BUS',
    volume: 'EAU DE PARFUM 75 ML',
  }),
  'JR-PRF-ZOBO': scent({
    style: 'oil',
    juice: '#7a1230',
    cap: '#161513',
    label: '#161513',
    name: 'ZOBO',
    volume: 'PERFUME OIL 12 ML',
  }),
}
