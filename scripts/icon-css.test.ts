import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { iconCss } from './icon-css.ts'

test('the drawn icons match the shapes (if not, run: npx node scripts/icon-css.ts)', () => {
  expect(readFileSync(new URL('../web/icon.css', import.meta.url), 'utf8')).toBe(iconCss())
})
