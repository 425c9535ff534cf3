import { type Drawing, SHAPE } from '#ui/icon-shape.ts'
import { STAR } from '#ui/star-shape.ts'

/** What the stylesheet draws: where a page would repeat an icon dozens of times, it has none of its elements. */
const DRAWN: Record<string, Drawing> = {
  heart: SHAPE.heart,
  'heart-filled': { ...SHAPE.heart, isFilled: true },
  'star-filled': STAR.full,
  check: SHAPE.check,
  eye: { d: 'M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z' },
}

/**
 * One variable per icon, such as `--icon-heart`, for a mask (web/styles.css: `drawn`). Run it to write web/icon.css:
 * `npx node scripts/icon-css.ts`.
 */
export function iconCss(): string {
  const variables = Object.entries(DRAWN).map(([name, { d, isFilled }]) => {
    const look = isFilled ? '' : " fill='none' stroke='%23000' stroke-width='1.75' stroke-linecap='square'"
    return `  --icon-${name}: url("data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'${look}><path d='${d}'/></svg>");\n`
  })
  return `/* Generated from ui/icon-shape.ts by scripts/icon-css.ts. */\n:root {\n${variables.join('')}}\n`
}

if (import.meta.main) {
  const { writeFileSync } = await import('node:fs')
  writeFileSync(new URL('../web/icon.css', import.meta.url), iconCss())
}
