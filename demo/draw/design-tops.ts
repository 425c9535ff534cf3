import { black, bone, close, type Design, type Dye, flame } from './design.ts'
import type { HoodieCut } from './hood.ts'
import { hoodieParts } from './hoodie.ts'
import { set } from './lettering.ts'
import { adire, asoOke, check, discs, hoops, pin, tieDye, waves } from './pattern.ts'
import { bridge, bus, chevrons, halftoneSun, plan, player, poster, seal, stripes } from './print.ts'
import { type ShirtCut, shirtParts } from './shirt.ts'
import { type TeeCut, teeParts } from './tee.ts'
import type { View } from './torso.ts'

type Print = (dye: Dye) => string
const small: Print = (dye) =>
  set('JARA', { face: 'wide', size: 40, x: 150, y: 440, ink: dye.ink, spacing: 2 })
const nape: Print = (dye) => set('JARA', { face: 'wide', size: 44, y: 360, ink: dye.ink, spacing: 3 })

type TeeLook = {
  front?: Print
  back?: Print
  detail?: [number, number, number]
  more?: (dye: Dye) => Partial<TeeCut>
}
function tee(look: TeeLook): Design {
  const draw = (view: View) => (dye: Dye, seed: string) => {
    const marks = (view === 'front' ? look.front : look.back)?.(dye)
    return teeParts({
      view,
      seed: `${seed} ${view}`,
      body: dye.cloth,
      ...(marks ? { marks } : {}),
      ...look.more?.(dye),
    })
  }
  return { front: draw('front'), second: look.detail ? close(...look.detail) : draw('back') }
}

type HoodLook = {
  front?: Print
  back?: Print
  detail?: [number, number, number]
  more: (dye: Dye) => Partial<HoodieCut> & { style: HoodieCut['style'] }
}
function hood(look: HoodLook): Design {
  const draw = (view: View) => (dye: Dye, seed: string) => {
    const marks = (view === 'front' ? look.front : look.back)?.(dye)
    return hoodieParts({
      view,
      seed: `${seed} ${view}`,
      body: dye.cloth,
      ...(marks ? { marks } : {}),
      ...look.more(dye),
    })
  }
  return { front: draw('front'), second: look.detail ? close(...look.detail) : draw('back') }
}

type ShirtLook = {
  cloth?: (dye: Dye, seed: string) => string
  marks?: Print
  back?: boolean
  detail?: [number, number, number]
  more?: (dye: Dye) => Partial<ShirtCut>
}
function shirt(look: ShirtLook): Design {
  const draw = (view: View) => (dye: Dye, seed: string) =>
    shirtParts({
      view,
      seed: `${seed} ${view}`,
      body: dye.cloth,
      sleeve: 'short',
      ...(look.cloth ? { cloth: look.cloth(dye, seed) } : {}),
      ...(look.marks && view === 'front' ? { marks: look.marks(dye) } : {}),
      ...look.more?.(dye),
    })
  return { front: draw('front'), second: look.detail ? close(...look.detail) : draw('back') }
}

const longArm = (word: string, ink: string) =>
  `<g transform="translate(-432 760) rotate(99)">${set(word, { face: 'wide', size: 74, y: 26, ink, spacing: 6 })}</g>`

export const tees: Record<string, Design> = {
  'JR-TEE-EKO': tee({
    front: (dye) => poster([['ÈKÓ', dye.loud]], 380, 412),
    back: nape,
    detail: [40, 610, 2.3],
  }),
  'JR-TEE-DANFO': tee({
    front: (dye) => stripes(520, dye.ink, dye.name === 'mustard' ? black : dye.loud, 'DANFO'),
    back: (dye) => bus(0, 620, 1.1, dye.ink, dye.name === 'mustard' ? bone : '#f2b21b', dye.cloth),
  }),
  'JR-TEE-BRIDGE': tee({
    front: small,
    back: (dye) =>
      bridge(0, 400, 430, dye.ink, dye.loud) +
      set('THIRD MAINLAND', { face: 'poster', size: 74, y: 952, ink: dye.ink, spacing: 6 }),
  }),
  'JR-TEE-BALOGUN': tee({
    front: (dye) =>
      poster(
        [
          ['BALOGUN', dye.ink],
          ['MARKET', dye.loud],
          ['SATURDAY', dye.ink],
        ],
        330,
        430,
      ),
    back: nape,
    detail: [0, 330, 2.5],
  }),
  'JR-TEE-OWAMBE': tee({
    front: (dye) => set('Owambe', { face: 'gothic', size: 210, y: 640, ink: dye.ink }),
    back: (dye) =>
      set('Party', { face: 'gothic', size: 190, y: 560, ink: dye.ink }) +
      set('Rice', { face: 'gothic', size: 190, y: 720, ink: dye.ink }) +
      set('and no wahala', { face: 'gothic', size: 66, y: 800, ink: dye.loud }),
  }),
  'JR-TEE-HARMATTAN': tee({
    front: (dye) => set('JARA', { face: 'wide', size: 54, y: 520, ink: dye.tone, spacing: 4 }),
    detail: [-330, 640, 2.3],
    more: () => ({ length: 'long' }),
  }),
  'JR-TEE-OJUELEGBA': tee({
    front: small,
    back: (dye) =>
      poster(
        [
          ['OJU', dye.loud],
          ['ELEGBA', dye.ink],
        ],
        340,
        420,
      ),
    more: (dye) => ({ sleeve: 'long', sleeveMarks: longArm('OJUELEGBA', dye.ink) }),
  }),
  'JR-TEE-NOSHAKING': tee({
    front: (dye) =>
      set('No shaking', { face: 'script', size: 150, y: 610, ink: dye.ink, turn: -7 }) +
      `<path d="M-190 668C-60 636 80 622 210 624C80 640 -40 656 -190 668Z" fill="${dye.loud}"/>`,
    detail: [0, 600, 2],
  }),
  'JR-TEE-ISLAND': tee({
    front: (dye) =>
      plan(0, 600, 360, 330, dye.ink, dye.loud) +
      set('LAGOS ISLAND', { face: 'wide', size: 38, y: 830, ink: dye.ink, spacing: 4 }),
    back: nape,
    more: () => ({ length: 'crop' }),
  }),
  'JR-TEE-RINGER': tee({
    front: (dye) =>
      seal(0, 580, 150, 'MAINLAND · MAINLAND · ', 'LAG', '#1a2342', dye.name === 'yellow' ? bone : '#f2b21b'),
    back: nape,
    detail: [0, 400, 2.2],
    more: () => ({ collar: '#1a2342' }),
  }),
  'JR-TEE-MIDNIGHT': tee({
    front: (dye) =>
      halftoneSun(0, 600, 165, dye.loud, 20) +
      set('AFTER MIDNIGHT', { face: 'poster', size: 62, y: 850, ink: dye.ink, spacing: 6 }),
    back: (dye) =>
      bridge(0, 390, 440, dye.ink, dye.loud, 'night') +
      set('6.5244° N · 3.3792° E', { face: 'wide', size: 30, y: 930, ink: dye.ink }),
    more: (dye) => ({ sleeve: 'long', sleeveMarks: longArm('12:00 A.M.', dye.loud) }),
  }),
  'JR-TEE-TIEDYE': tee({
    detail: [0, 620, 1.8],
    more: (dye) => ({ allOver: tieDye(dye.ink === bone ? bone : flame, 'kampala') }),
  }),
}

export const jerseys: Record<string, Design> = {
  'JR-JER-LAGOON': tee({
    front: (dye) =>
      `${hoops(dye.tone, 120, 54)}${set('JARA', { face: 'wide', size: 92, y: 660, ink: dye.ink, spacing: 4 })}<g transform="translate(150 440) scale(.34)">${seal(0, 0, 120, 'LAGOON · LAGOON · ', 'FC', dye.ink, dye.loud)}</g>`,
    back: (dye) => `${hoops(dye.tone, 120, 54)}${player('10', 'LAGOON', dye.ink, dye.tone, 360)}`,
    more: (dye) => ({ neck: 'vee', collar: dye.ink, gloss: 0.14 }),
  }),
  'JR-JER-FIVE': tee({
    front: (dye) =>
      `${chevrons(560, dye.ink, dye.loud)}${set('5', { face: 'poster', size: 110, x: 160, y: 500, ink: dye.ink })}`,
    back: (dye) => player('5', 'A SIDE', dye.ink, dye.tone, 360),
    more: (dye) => ({ collar: dye.ink, gloss: 0.14 }),
  }),
  'JR-JER-IKEJA': tee({
    front: (dye) =>
      set('Ikeja', { face: 'script', size: 180, y: 560, ink: dye.ink, turn: -5 }) +
      set('01', { face: 'poster', size: 330, y: 900, ink: dye.loud }),
    back: (dye) => player('01', 'IKEJA', dye.ink, dye.tone, 360),
    more: (dye) => ({ sleeve: 'none', neck: 'vee', collar: dye.ink, gloss: 0.14, length: 'long' }),
  }),
  'JR-JER-EYO': tee({
    front: (dye) =>
      `<path d="M-340 240L-60 240L-340 1000Z" fill="${dye.ink}" opacity=".92"/><path d="M-340 1090L-340 1300L340 330L340 120Z" fill="${dye.loud}"/>${set('ÈYÒ', { face: 'poster', size: 120, x: 166, y: 500, ink: dye.ink })}`,
    back: (dye) => player('7', 'ÈYÒ', dye.ink, dye.tone, 380),
    more: (dye) => ({ neck: 'vee', collar: dye.ink, gloss: 0.14 }),
  }),
  'JR-JER-KEEPER': tee({
    front: (dye) =>
      `${[0, 1, 2, 3, 4, 5, 6].map((index) => `<path d="M${-340 + index * 110} 240L${-280 + index * 110} 240L${-390 + index * 110} 1320L${-450 + index * 110} 1320Z" fill="${dye.tone}"/>`).join('')}${set('1', { face: 'poster', size: 300, y: 760, ink: dye.ink })}`,
    back: (dye) => player('1', 'OGA KEEPER', dye.ink, dye.tone, 360),
    more: (dye) => ({ sleeve: 'long', collar: dye.ink, gloss: 0.14 }),
  }),
  'JR-JER-STADIUM': tee({
    front: (dye) =>
      `${pin(dye.tone, 52, 8)}${set('SURULERE', { face: 'poster', size: 120, y: 560, ink: dye.ink, spacing: 6 })}${set('72', { face: 'poster', size: 320, y: 900, ink: dye.ink })}`,
    detail: [20, 690, 2.1],
    more: (dye) => ({ sleeve: 'none', collar: dye.ink, weave: 'mesh', gloss: 0.12 }),
  }),
}

export const hoodies: Record<string, Design> = {
  'JR-HOOD-OSHODI': hood({
    front: (dye) => set('JARA', { face: 'wide', size: 44, x: 176, y: 580, ink: dye.ink, spacing: 2 }),
    back: (dye) =>
      poster(
        [
          ['OSHODI', dye.loud],
          ['UNDER', dye.ink],
          ['BRIDGE', dye.ink],
        ],
        330,
        530,
      ),
    more: () => ({ style: 'pullover' }),
  }),
  'JR-HOOD-EKO': hood({
    front: (dye) => set('ÈKÓ', { face: 'wide', size: 150, y: 800, ink: dye.ink, spacing: 6 }),
    detail: [0, 520, 2],
    more: (dye) => ({ style: 'pullover', cords: dye.ink }),
  }),
  'JR-HOOD-MAINLAND': hood({
    back: (dye) => seal(0, 760, 180, 'MAINLAND CYCLE CLUB · ', 'MCC', dye.ink, dye.loud),
    more: () => ({ style: 'zip' }),
  }),
  'JR-HOOD-ISLAND': hood({
    front: (dye) => set('Island', { face: 'script', size: 100, x: 140, y: 600, ink: dye.loud, turn: -5 }),
    detail: [0, 400, 2.1],
    more: () => ({ style: 'half-zip' }),
  }),
  'JR-HOOD-SURULERE': hood({
    front: (dye) =>
      poster([['SURULERE', dye.ink]], 400, 560, 'wide') +
      set('PATIENCE PAYS', { face: 'wide', size: 30, y: 690, ink: dye.ink, spacing: 7 }),
    back: nape,
    detail: [-10, 590, 2.2],
    more: () => ({ style: 'crew' }),
  }),
  'JR-HOOD-NIGHTBUS': hood({
    front: (dye) =>
      `<rect x="-340" y="640" width="680" height="64" fill="${dye.name === 'yellow' ? black : '#c9ccc9'}"/><rect x="-340" y="726" width="680" height="22" fill="${dye.loud}"/>`,
    back: (dye) =>
      `<rect x="-340" y="640" width="680" height="64" fill="#c9ccc9"/><rect x="-340" y="726" width="680" height="22" fill="${dye.loud}"/>${bus(0, 930, 0.8, dye.ink, dye.tone, dye.cloth)}`,
    more: (dye) => ({ style: 'pullover', lining: dye.loud === dye.ink ? dye.cloth : flame }),
  }),
  'JR-HOOD-AKOKA': hood({
    front: () =>
      set('A', { face: 'gothic', size: 330, y: 770, ink: bone }) +
      set('AKOKA · EST. 2026', { face: 'wide', size: 28, y: 840, ink: bone, spacing: 4 }),
    back: nape,
    detail: [0, 700, 2.3],
    more: () => ({ style: 'crew', rib: bone }),
  }),
}

export const shirts: Record<string, Design> = {
  'JR-SHT-ADIRE': shirt({
    cloth: (dye) => adire(dye.name === 'white' ? '#37347a' : '#e8ebf2'),
    detail: [120, 480, 2.2],
  }),
  'JR-SHT-ASOOKE': shirt({ cloth: (dye) => asoOke(dye.ink, dye.name === 'camel' ? '#7e2438' : '#d6b14a') }),
  'JR-SHT-MAKOKO': shirt({
    more: () => ({ sleeve: 'long', collar: 'band', length: 'long' }),
    detail: [60, 400, 2.3],
  }),
  'JR-SHT-ANKARA': shirt({
    cloth: (dye) => discs(dye.name === 'royal blue' ? '#f2b21b' : '#1a2342', bone, dye.cloth),
    detail: [60, 450, 2.1],
    more: () => ({ buttons: black }),
  }),
  'JR-SHT-BARBEACH': shirt({
    cloth: (dye) => waves(bone, dye.name === 'coral' ? '#0d6a73' : flame),
    detail: [-60, 420, 2.1],
  }),
  'JR-SHT-SENATOR': shirt({
    more: () => ({ sleeve: 'long', collar: 'polo', length: 'long', pocket: true }),
    marks: (dye) =>
      `<path d="M-60 340L-60 760L60 760L60 340" fill="none" stroke="${dye.tone}" stroke-width="6"/><path d="M-76 340L-76 776L76 776L76 340" fill="none" stroke="${dye.tone}" stroke-width="3" stroke-dasharray="10 7"/>`,
  }),
  'JR-SHT-ISALE': shirt({
    cloth: (dye) => check(black, bone, dye.name === 'red' ? 150 : 132),
    more: () => ({ sleeve: 'long', collar: 'point' }),
    detail: [150, 520, 2.2],
  }),
}
