import { isPale } from '#shared/colour.ts'
import swatches from '#shared/data/colour-swatches.json' with { type: 'json' }

/**
 * One class per swatch, `.swatch-light-grey`, setting the colour that `.swatch` paints: pages may not carry style
 * attributes. Pale ones get an edge to be seen on off-white. Writes web/swatch.css when run: `npx node scripts/swatch-css.ts`.
 */
export function swatchCss(): string {
  const rules = Object.entries(swatches).map(([name, hex]) => {
    const edge = isPale(hex) ? '  --swatch-edge: #8a8478;\n' : ''
    return `.swatch-${name.replaceAll(' ', '-')} {\n  --swatch: ${hex};\n${edge}}`
  })
  return `/* Made from shared/data/colour-swatches.json by scripts/swatch-css.ts. */\n${rules.join('\n')}\n`
}

if (import.meta.main) {
  const { writeFileSync } = await import('node:fs')
  writeFileSync(new URL('../web/swatch.css', import.meta.url), swatchCss())
}
