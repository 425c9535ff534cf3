import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { swatchCss } from './swatch-css.ts'

test('the swatch classes match the colour table (if not, run: npx node scripts/swatch-css.ts)', () => {
  expect(readFileSync(new URL('../web/swatch.css', import.meta.url), 'utf8')).toBe(swatchCss())
})

test('a pale swatch gets an edge, a dark one does not', () => {
  expect(swatchCss()).toContain('.swatch-white {\n  --swatch: #ffffff;\n  --swatch-edge: #8a8478;\n}')
  expect(swatchCss()).toContain('.swatch-dark-grey {\n  --swatch: #56595c;\n}')
})
