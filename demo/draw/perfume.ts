import type { Part } from './cloth.ts'
import { darker, lighter, mix } from './colour.ts'
import { fitTo, set } from './lettering.ts'

export type PerfumeCut = {
  view: 'bottle' | 'boxed'
  style: 'slab' | 'round' | 'tall' | 'oil'
  juice: string
  cap: string
  label: string
  name: string
  volume: string
}

const rounded = (left: number, top: number, right: number, bottom: number, r: number) =>
  `M${left + r} ${top}L${right - r} ${top}C${right - r * 0.45} ${top} ${right} ${top + r * 0.45} ${right} ${top + r}L${right} ${bottom - r}C${right} ${bottom - r * 0.45} ${right - r * 0.45} ${bottom} ${right - r} ${bottom}L${left + r} ${bottom}C${left + r * 0.45} ${bottom} ${left} ${bottom - r * 0.45} ${left} ${bottom - r}L${left} ${top + r}C${left} ${top + r * 0.45} ${left + r * 0.45} ${top} ${left + r} ${top}Z`

/** Glass is drawn, not lit: what shows through it makes it look like glass. */
export function perfumeParts(cut: PerfumeCut): Part[] {
  const shapes = {
    slab: [-250, 560, 250, 1180, 34],
    round: [-270, 600, 270, 1180, 200],
    tall: [-170, 420, 170, 1180, 26],
    oil: [-130, 640, 130, 1180, 60],
  } as const
  const [left, top, right, bottom, r] = shapes[cut.style]
  const capHalf = { slab: 86, round: 96, tall: 96, oil: 74 }[cut.style]
  const capTop = top - { slab: 220, round: 190, tall: 200, oil: 240 }[cut.style]
  const wall = cut.style === 'oil' ? 20 : 34
  const id = cut.style
  const inside = rounded(
    left + wall,
    top + wall * 1.3,
    right - wall,
    bottom - wall * 1.7,
    Math.max(10, r - wall),
  )
  const level = top + (bottom - top) * 0.2
  const juice = cut.juice
  const glass = `
    <defs>
      <linearGradient id="g${id}" x1="0" x2="1"><stop offset="0" stop-color="#ffffff" stop-opacity=".75"/><stop offset=".07" stop-color="#ffffff" stop-opacity=".12"/><stop offset=".16" stop-color="#ffffff" stop-opacity=".0"/><stop offset=".84" stop-color="#000" stop-opacity=".02"/><stop offset=".95" stop-color="#000" stop-opacity=".2"/><stop offset="1" stop-color="#fff" stop-opacity=".5"/></linearGradient>
      <linearGradient id="j${id}" x1="0" x2="1" y1="0" y2=".25"><stop offset="0" stop-color="${darker(juice, 0.2)}"/><stop offset=".3" stop-color="${lighter(juice, 0.16)}"/><stop offset=".62" stop-color="${juice}"/><stop offset="1" stop-color="${darker(juice, 0.34)}"/></linearGradient>
      <linearGradient id="b${id}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".2"/><stop offset="1" stop-color="${darker(juice, 0.1)}" stop-opacity=".5"/></linearGradient>
      <clipPath id="i${id}"><path d="${inside}"/></clipPath><filter id="s${id}" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="16"/></filter>
    </defs>
    <path d="${inside}" fill="#e9e6de"/>
    <g clip-path="url(#i${id})"><rect x="${left}" y="${level}" width="${right - left}" height="${bottom - level}" fill="url(#j${id})"/><rect x="${left}" y="${level - 5}" width="${right - left}" height="12" fill="${lighter(juice, 0.45)}" opacity=".8"/>
    <path d="M${right - 110} ${top}L${right - 60} ${top}L${right - 150} ${bottom}L${right - 230} ${bottom}Z" fill="#fff" opacity=".14" filter="url(#s${id})"/></g>
    <rect x="-7" y="${top + 10}" width="14" height="${bottom - top - 120}" fill="#fff" opacity=".25"/>
    <rect x="${left}" y="${bottom - wall * 1.7}" width="${right - left}" height="${wall * 1.7}" fill="url(#b${id})"/>
    <rect x="${left}" y="${top}" width="${right - left}" height="${bottom - top}" fill="url(#g${id})"/>
    <path d="M${left + 14} ${top + r * 0.8 + 10}L${left + 14} ${bottom - r * 0.8 - 10}" stroke="#fff" stroke-width="7" stroke-linecap="round" opacity=".9"/>`
  const plateW = Math.min(320, (right - left) * 0.66)
  const plateY = cut.style === 'tall' ? 690 : cut.style === 'oil' ? 800 : 770
  const plateH = cut.style === 'oil' ? 210 : 250
  const dark = cut.label
  const plate = `<rect x="${-plateW / 2}" y="${plateY}" width="${plateW}" height="${plateH}" fill="${dark}"/>`
  const ink = mix(dark, '#f4f1ea', 0.96)
  const shown = cut.label === '#f4f1ea' ? '#161513' : ink
  const name = (width: number, most: number, y: number) =>
    set(cut.name, {
      face: 'poster',
      size: Math.min(most, fitTo(cut.name, width, { face: 'poster', ink: shown }).size),
      y,
      ink: shown,
    })
  const type = `${plate}<rect x="${-plateW / 2 + 12}" y="${plateY + 12}" width="${plateW - 24}" height="${plateH - 24}" fill="none" stroke="${shown}" stroke-width="2"/>${set('JARA', { face: 'wide', size: plateW * 0.1, y: plateY + 56, ink: shown, spacing: 4 })}${name(plateW * 0.76, 92, plateY + plateH * 0.66)}${set(cut.volume, { face: 'wide', size: plateW * 0.058, y: plateY + plateH - 30, ink: shown, spacing: 2 })}`
  const bottle: Part[] = [
    {
      outline: rounded(-capHalf * 0.72, top - 44, capHalf * 0.72, top + 12, 8),
      fill: '#b9a985',
      volume: 26,
      lift: 26,
      gloss: 0.6,
      shine: 16,
      cast: 0,
    },
    {
      outline: rounded(left, top, right, bottom, r),
      fill: '#d9d7d0',
      marks: glass + type,
      edge: 5,
      edgeLift: 3,
      volume: 20,
      lift: 3,
      gloss: 0.04,
      cast: 0,
    },
    {
      outline:
        cut.style === 'round'
          ? 'M-96 560C-110 440 -60 400 0 400C60 400 110 440 96 560Z'
          : rounded(-capHalf, capTop, capHalf, top - 30, cut.style === 'oil' ? 40 : 10),
      fill: cut.cap,
      volume: cut.style === 'oil' ? 40 : 34,
      lift: 54,
      gloss: 0.4,
      shine: 14,
      cast: 0.3,
      castBlur: 8,
      castShift: [2, 8],
      seams: `M${-capHalf} ${top - 52}L${capHalf} ${top - 52}`,
    },
  ]
  if (cut.view === 'bottle') return bottle
  const box: Part[] = [
    {
      outline: 'M-470 470L-90 452L-90 1190L-470 1168Z',
      fill: dark,
      dim: 1.05,
      edge: 2,
      edgeLift: 1,
      lift: 0,
      cast: 0,
      marks: `<g transform="translate(-280 0) skewY(-1)">${set('JARA', { face: 'wide', size: 40, y: 600, ink: shown, spacing: 6 })}${name(300, 170, 880)}${set(cut.volume, { face: 'wide', size: 22, y: 1110, ink: shown, spacing: 3 })}<path d="M-160 640L160 640M-160 1060L160 1060" stroke="${shown}" stroke-width="3"/></g>`,
    },
    {
      outline: 'M-90 452L30 480L30 1158L-90 1190Z',
      fill: darker(dark, 0.25),
      dim: 0.72,
      edge: 2,
      edgeLift: 1,
      lift: 0,
      cast: 0,
    },
  ]
  return [...box, ...bottle.map((part) => ({ ...part, at: { x: 820, y: 150, scale: 0.88 } }))]
}
