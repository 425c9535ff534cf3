import { isPale } from '#shared/colour.ts'
import swatches from '#shared/data/colour-swatches.json' with { type: 'json' }

/**
 * One class per swatch, such as `.swatch-light-grey`, sets the colour that `.swatch` paints, because pages must not use style
 * attributes. Pale swatches get an edge to stand out from off-white. Run it to write web/swatch.css:
 * `npx node scripts/swatch-css.ts`.
 */
export function swatchCss(): string {
  const rules = Object.entries(swatches).map(([name, hex]) => {
    const edge = isPale(hex) ? '  --swatch-edge: #8a8478;\n' : ''
    return `.swatch-${name.replaceAll(' ', '-')} {\n  --swatch: ${hex};\n${edge}}`
  })
  return `/* Generated from shared/data/colour-swatches.json by scripts/swatch-css.ts. */\n${rules.join('\n')}\n`
}

if (import.meta.main) {
  const { writeFileSync } = await import('node:fs')
  writeFileSync(new URL('../web/swatch.css', import.meta.url), swatchCss())
}
