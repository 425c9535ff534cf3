import type { Part } from './cloth.ts'
import { night } from './scenery.ts'

/** Moves parts to their place in a picture. */
export const put = (parts: Part[], x: number, y: number, scale: number, turn = 0): Part[] =>
  parts.map((part) => ({ ...part, at: { x, y, scale, turn } }))

/** A washing line between two posts; each item hangs from where the line has sagged to. */
export function washing(
  items: { parts: Part[]; x: number; turn?: number }[],
  line: { from: [number, number]; to: [number, number]; sag: number },
  scale: number,
): { parts: Part[]; rope: string } {
  const at = (x: number) => {
    const share = (x - line.from[0]) / (line.to[0] - line.from[0])
    return line.from[1] + (line.to[1] - line.from[1]) * share + line.sag * 4 * share * (1 - share)
  }
  const parts = items.flatMap(({ parts: worn, x, turn = 0 }) => {
    const y = at(x) - 250 * scale
    const pegs: Part[] = [-216, 216].map((side) => ({
      outline: `M${side - 9} 206L${side + 9} 206L${side + 8} 292L${side + 2} 300L${side - 2} 300L${side - 8} 292Z`,
      fill: '#d9c49a',
      edge: 3,
      edgeLift: 4,
      lift: 0,
      seams: `M${side} 250L${side} 298`,
      cast: 0.4,
      castBlur: 5,
      castShift: [3, 4],
    }))
    return put([...worn, ...pegs], x, y, scale, turn)
  })
  const middle = (line.from[0] + line.to[0]) / 2
  return {
    parts,
    rope: `<path d="M${line.from.join(' ')}Q${middle} ${(line.from[1] + line.to[1]) / 2 + line.sag * 2} ${line.to.join(' ')}" fill="none" stroke="${night}" stroke-width="5"/>`,
  }
}

/** Hangers on a rail; items further right are in front. */
export function rail(
  items: Part[][],
  from: number,
  step: number,
  y: number,
  scale: number,
  width: number,
  metal: string,
): { parts: Part[]; drawing: string } {
  const parts = items.flatMap((worn, index) =>
    put(worn, from + index * step, y, scale, index % 2 ? 0.8 : -0.6),
  )
  const hooks = items
    .map((_, index) => {
      const x = from + index * step
      const neck = y + 236 * scale
      return `<path d="M${x} ${neck}L${x} ${y + 150 * scale}C${x} ${y + 120 * scale} ${x + 34 * scale} ${y + 130 * scale} ${x + 34 * scale} ${y + 100 * scale}C${x + 34 * scale} ${y + 66 * scale} ${x - 30 * scale} ${y + 66 * scale} ${x - 30 * scale} ${y + 98 * scale}" fill="none" stroke="${metal}" stroke-width="${9 * scale}" stroke-linecap="round"/><path d="M${x - 250 * scale} ${y + 300 * scale}Q${x} ${y + 190 * scale} ${x + 250 * scale} ${y + 300 * scale}" fill="none" stroke="#8d6a43" stroke-width="${26 * scale}" stroke-linecap="round"/>`
    })
    .join('')
  const bar = y + 88 * scale
  return {
    parts,
    drawing: `<rect x="-20" y="${bar - 7}" width="${width + 40}" height="16" fill="${metal}"/><rect x="-20" y="${bar - 5}" width="${width + 40}" height="4" fill="#fff" opacity=".35"/>${hooks}`,
  }
}
