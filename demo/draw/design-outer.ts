import { type BottomCut, bottomParts } from './bottom.ts'
import type { Part } from './cloth.ts'
import { darker } from './colour.ts'
import { black, bone, close, type Design, type Dye, flame } from './design.ts'
import { hoodieParts } from './hoodie.ts'
import { jacketParts } from './jacket.ts'
import type { JacketCut } from './jacket-collar.ts'
import { set } from './lettering.ts'
import { adire, asoOke, discs } from './pattern.ts'
import { bridge, bus, poster, seal } from './print.ts'
import { shirtParts } from './shirt.ts'
import type { View } from './torso.ts'

type JacketLook = {
  front?: (dye: Dye) => string
  back?: (dye: Dye) => string
  detail?: [number, number, number]
  more: (dye: Dye) => Partial<JacketCut> & { style: JacketCut['style'] }
}
function jacket(look: JacketLook): Design {
  const draw = (view: View) => (dye: Dye, seed: string) => {
    const marks = (view === 'front' ? look.front : look.back)?.(dye)
    return jacketParts({
      view,
      seed: `${seed} ${view}`,
      body: dye.cloth,
      ...(marks ? { marks } : {}),
      ...look.more(dye),
    })
  }
  return { front: draw('front'), second: look.detail ? close(...look.detail) : draw('back') }
}

function bottom(
  style: BottomCut['style'],
  second: 'back' | [number, number, number],
  more: (dye: Dye) => Partial<BottomCut> = () => ({}),
): Design {
  const draw = (view: View) => (dye: Dye, seed: string) =>
    bottomParts({ view, seed: `${seed} ${view}`, body: dye.cloth, style, ...more(dye) })
  return { front: draw('front'), second: second === 'back' ? draw('back') : close(...second) }
}

const thigh = (word: string, ink: string, x = 196, y = 700, size = 62) =>
  `<g transform="translate(${x} ${y}) rotate(92)">${set(word, { face: 'wide', size, y: size * 0.34, ink, spacing: 4 })}</g>`

export const jackets: Record<string, Design> = {
  'JR-JKT-OJUELEGBA': jacket({
    back: (dye) => set('Ojuelegba', { face: 'script', size: 150, y: 800, ink: dye.ink, turn: -6 }),
    more: () => ({ style: 'trucker' }),
  }),
  'JR-JKT-BRIDGE': jacket({
    back: (dye) => bridge(0, 480, 400, dye.ink, dye.loud),
    more: (dye) => ({ style: 'bomber', lining: dye.name === 'burgundy' ? '#b88a53' : flame }),
  }),
  'JR-JKT-MARINA': jacket({
    front: (dye) => set('MARINA', { face: 'wide', size: 40, x: 160, y: 520, ink: dye.ink, spacing: 3 }),
    back: (dye) =>
      poster([['MARINA', dye.ink]], 420, 500, 'wide') +
      set('DOCK STAFF · NIGHT SHIFT', { face: 'wide', size: 30, y: 660, ink: dye.ink, spacing: 4 }),
    more: () => ({ style: 'coach' }),
  }),
  'JR-JKT-APAPA': jacket({
    front: () => set('A', { face: 'gothic', size: 210, x: 150, y: 620, ink: bone }),
    back: () =>
      poster([['APAPA', bone]], 360, 500) +
      set('Lagos', { face: 'script', size: 150, y: 800, ink: bone, turn: -6 }),
    more: (dye) => ({ style: 'varsity', sleeves: '#f5f3ec', trim: darker(dye.cloth, 0.2) }),
  }),
  'JR-JKT-HARMATTAN': jacket({ detail: [0, 360, 2], more: () => ({ style: 'puffer', lining: black }) }),
  'JR-JKT-CARTER': jacket({ detail: [90, 480, 2.1], more: () => ({ style: 'gilet', lining: flame }) }),
  'JR-JKT-FESTAC': jacket({
    front: (dye) =>
      `<g transform="translate(-160 470) scale(.42)">${seal(0, 0, 130, 'FESTAC · TOWN · FESTAC · TOWN · ', '77', dye.ink, dye.loud)}</g>`,
    back: (dye) => seal(0, 760, 200, 'FESTAC TOWN · SECOND AVENUE · ', '2ND', dye.ink, dye.loud),
    more: (dye) => ({ style: 'coach', trim: darker(dye.cloth, 0.3) }),
  }),
}

export const bottoms: Record<string, Design> = {
  'JR-JOG-YABA': bottom('jogger', [30, 360, 2.1], (dye) => ({
    legMarks: set('JARA', { face: 'wide', size: 38, x: 170, y: 450, ink: dye.ink, spacing: 2 }),
  })),
  'JR-JOG-MUSHIN': bottom('jogger', [150, 420, 2.1], (dye) => ({
    stripe: dye.ink,
    accent: darker(dye.cloth, 0.15),
  })),
  'JR-JOG-EKO': bottom('jogger', [190, 780, 2.2], (dye) => ({
    legMarks: thigh('ÈKÓ', dye.loud, 200, 760, 130),
  })),
  'JR-JOG-COMPUTER': bottom('cargo', [190, 740, 2.2]),
  'JR-JOG-ALABA': bottom('wide', 'back'),
  'JR-JOG-TRACK': bottom('jogger', [190, 1060, 2], (dye) => ({
    accent: dye.ink,
    legMarks: `<path d="M60 1000L320 860L320 1000L60 1140Z" fill="${dye.loud}"/><path d="M60 1160L320 1020L320 1080L60 1220Z" fill="${dye.ink}"/>`,
  })),
  'JR-DEN-DANFO': bottom('jean', 'back'),
  'JR-DEN-BALOGUN': bottom('jean', [60, 300, 2.2]),
  'JR-DEN-OJOTA': bottom('jean-short', 'back'),
  'JR-SHO-BARBEACH': bottom('mesh-short', [220, 880, 2.1], (dye) => ({
    stripe: dye.ink,
    accent: dye.cloth,
    legMarks: set('JARA', { face: 'wide', size: 56, x: 230, y: 1030, ink: dye.ink, spacing: 2 }),
  })),
  'JR-SHO-TARKWA': bottom('short', [200, 940, 2.1], (dye) => ({
    legMarks: set('Tarkwa', { face: 'script', size: 96, x: 230, y: 1040, ink: dye.ink, turn: -5 }),
  })),
  'JR-SHO-FIVE': bottom('mesh-short', [190, 900, 2], (dye) => ({
    accent: dye.ink,
    legMarks: set('5', { face: 'poster', size: 200, x: 250, y: 1040, ink: dye.loud }),
  })),
  'JR-SHO-OBALENDE': bottom('short', [150, 780, 2.1], (dye) => ({ legMarks: '', stripe: dye.loud })),
}

/** A set is pictured laid flat: the lower half first, the upper half over its waist. */
const moved = (parts: Part[], x: number, y: number, scale: number, turn = 0): Part[] =>
  parts.map((part) => ({ ...part, at: { x, y, scale, turn } }))
type Half = (dye: Dye, seed: string, view: View) => Part[]
function set2(upper: Half, lower: Half, long: boolean, detail?: [number, number, number]): Design {
  const lay = (view: View) => (dye: Dye, seed: string) =>
    long
      ? [
          ...moved(lower(dye, `${seed} low`, view), 810, 200, 0.86, 6),
          ...moved(upper(dye, `${seed} up`, view), 500, 40, 0.86, -4),
        ]
      : [
          ...moved(lower(dye, `${seed} low`, view), 770, 560, 0.74, 7),
          ...moved(upper(dye, `${seed} up`, view), 514, 0, 0.8, -4),
        ]
  return { front: lay('front'), second: detail ? close(...detail) : lay('back') }
}
const printed = (cloth: (dye: Dye) => string, trim?: string): [Half, Half] => [
  (dye, seed, view) =>
    shirtParts({
      view,
      seed,
      body: dye.cloth,
      sleeve: 'short',
      cloth: cloth(dye),
      ...(trim ? { buttons: trim } : {}),
    }),
  (dye, seed, view) =>
    allOver(bottomParts({ view, seed, body: dye.cloth, style: 'short', accent: dye.cloth }), cloth(dye)),
]
const allOver = (parts: Part[], cloth: string): Part[] =>
  parts.map((part) =>
    part.edgeLift === 5 && part.edge === 3 ? part : { ...part, marks: cloth + (part.marks ?? '') },
  )

export const sets: Record<string, Design> = {
  'JR-SET-OWAMBE': set2(
    ...printed((dye) => discs(dye.name === 'wine' ? '#d6b14a' : black, bone, dye.cloth), black),
    false,
    [-70, 440, 2],
  ),
  'JR-SET-ADIRE': set2(
    ...printed((dye) => adire(dye.name === 'white' ? '#37347a' : '#e8ebf2')),
    false,
    [-100, 480, 2],
  ),
  'JR-SET-MAKOKO': set2(
    (dye, seed, view) => shirtParts({ view, seed, body: dye.cloth, sleeve: 'short' }),
    (dye, seed, view) => bottomParts({ view, seed, body: dye.cloth, style: 'short', accent: dye.cloth }),
    false,
    [60, 960, 2],
  ),
  'JR-SET-SUNDAY': set2(
    (dye, seed, view) =>
      hoodieParts({
        view,
        seed,
        body: dye.cloth,
        style: 'pullover',
        marks:
          view === 'front'
            ? set('SUNDAY', { face: 'wide', size: 84, y: 800, ink: dye.ink, spacing: 4 })
            : poster(
                [
                  ['SUNDAY', dye.ink],
                  ['REST', dye.loud],
                ],
                320,
                540,
              ),
      }),
    (dye, seed, view) => bottomParts({ view, seed, body: dye.cloth, style: 'jogger' }),
    true,
  ),
  'JR-SET-ROTIMI': set2(
    (dye, seed, view) =>
      jacketParts({
        view,
        seed,
        body: dye.cloth,
        style: 'bomber',
        trim: dye.ink,
        marks: view === 'back' ? bus(0, 720, 0.9, dye.ink, dye.loud, dye.cloth) : '',
      }),
    (dye, seed, view) => bottomParts({ view, seed, body: dye.cloth, style: 'jogger', stripe: dye.ink }),
    true,
  ),
  'JR-SET-ASOOKE': set2(...printed((dye) => asoOke(dye.ink, '#d6b14a')), false, [60, 860, 2]),
}
