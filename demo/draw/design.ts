import { type Ground, type Paper, paperFor } from './backdrop.ts'
import type { Part } from './cloth.ts'
import { brightness, mix } from './colour.ts'
import type { Scene } from './picture.ts'
import type { Camera } from './raster.ts'

/** What a design knows about the cloth it is drawn on. */
export type Dye = {
  name: string
  cloth: string
  /** Off-white on dark cloth, black on pale. */
  ink: string
  /** The brand's flame colour, or ink where flame would not show. */
  loud: string
  /** A subtle tone-on-tone colour. */
  tone: string
}

export type Design = {
  front: (dye: Dye, seed: string) => Part[]
  /** The second picture: another view, or a close-up of the first. */
  second: ((dye: Dye, seed: string) => Part[]) | Camera
  secondCamera?: Camera
  ground?: Partial<Ground>
  paper?: (dye: Dye) => Paper
  contact?: Scene['contact']
  secondContact?: Scene['contact']
}

export const flame = '#ff4a1c'
export const bone = '#f2eee4'
export const black = '#161513'

export function dyeOf(name: string, cloth: string): Dye {
  const dark = brightness(cloth) < 0.5
  const ink = dark ? bone : black
  const warm = [
    'orange',
    'red',
    'rust',
    'coral',
    'terracotta',
    'hot pink',
    'fuchsia',
    'magenta',
    'rose',
    'copper',
  ].includes(name)
  return { name, cloth, ink, loud: warm ? ink : flame, tone: mix(cloth, dark ? '#ffffff' : '#000000', 0.22) }
}

/** A close-up: its centre, and how far to zoom in. */
export const close = (x: number, y: number, zoom: number): Camera => ({
  x: 600 + x - 600 / zoom,
  y: y - 750 / zoom,
  zoom,
})

/** A few pictures with a loud background, to give a page of the shop some rhythm. */
const loudRooms: Record<string, Paper> = {
  'JR-JKT-HARMATTAN black': 'flame',
  'JR-SAN-LAGOON white': 'flame',
  'JR-SAN-PALM black': 'flame',
  'JR-CAP-HARMATTAN cream': 'flame',
  'JR-JOG-YABA black': 'flame',
  'JR-SHT-MAKOKO ivory': 'ink',
  'JR-BAG-AKOKA black': 'flame',
  'JR-DEN-BALOGUN ivory': 'slate',
  'JR-TEE-NOSHAKING white': 'slate',
  'JR-SHT-ADIRE white': 'ink',
  'JR-HOOD-ISLAND off-white': 'slate',
  'JR-JKT-APAPA navy': 'flame',
  'JR-SET-MAKOKO ivory': 'slate',
}

export function sceneOf(design: Design, dye: Dye, picture: number, seed: string): Scene {
  const ground: Ground = {
    paper: loudRooms[`${seed} ${dye.name}`] ?? design.paper?.(dye) ?? paperFor(dye.cloth),
    stance: 'wall',
    ...design.ground,
  }
  if (picture === 1)
    return { parts: design.front(dye, seed), ground, ...(design.contact ? { contact: design.contact } : {}) }
  const another = typeof design.second === 'function'
  const camera = another ? design.secondCamera : (design.second as Camera)
  const contact = another ? (design.secondContact ?? design.contact) : design.contact
  return {
    parts: another
      ? (design.second as (dye: Dye, seed: string) => Part[])(dye, seed)
      : design.front(dye, seed),
    ground,
    ...(camera ? { camera } : {}),
    ...(contact ? { contact } : {}),
  }
}
