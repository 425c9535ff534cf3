/**
 * Generates the files of ui/fonts from the upstream variable font
 * (github.com/Omnibus-Type/Archivo, fonts/variable/Archivo[wdth,wght].ttf):
 *
 *     npx node scripts/subset-font.mjs "Archivo[wdth,wght].ttf"
 *
 * Two files: the characters of every page, and the additional letters of Yoruba, Igbo, Hausa and European names, which a
 * browser loads only for a page that contains one (`unicode-range` in ui/style/typeface.css). The axes are limited to the condensed
 * half of the width, and to weights from regular to black. Beside each a file of the regular letters alone, for PDFs, in which a
 * variable font prints nothing.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import subsetFont from 'subset-font'
import { ROOT } from './stamp.mjs'

const LATIN = String.fromCodePoint(...Array.from({ length: 0x7f - 0x20 }, (_, offset) => 0x20 + offset))

const FILES = {
  archivo: `${LATIN}\u00a0©·×₦–—‘’“”…•−←→✓`,
  'archivo-more':
    `ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝßàáâãäåæçèéêëìíîïñòóôõöøùúûüýÿ` +
    `ẸẹỌọṢṣỊịỤụṄṅŃńǸǹḾḿɓƁɗƊƙƘƴƳ\u0300\u0301\u0304\u0323£®°½™`,
}

const [source] = process.argv.slice(2)
if (source === undefined) throw new Error('Which font? Give the path of the upstream variable font.')
const HALF_WIDTHS = { wdth: { min: 62, max: 100 }, wght: { min: 400, max: 900 } }
const REGULAR = { wdth: 100, wght: 400 }
const KINDS = [
  { ending: '.woff2', targetFormat: 'woff2', variationAxes: HALF_WIDTHS },
  { ending: '-print.ttf', targetFormat: 'truetype', variationAxes: REGULAR },
]
for (const [name, characters] of Object.entries(FILES)) {
  for (const { ending, ...kind } of KINDS) {
    const font = await subsetFont(readFileSync(source), characters, {
      ...kind,
      keepFeatures: ['kern', 'mark', 'mkmk', 'ccmp', 'tnum'],
      noHinting: true,
      noLayoutClosure: true,
    })
    writeFileSync(join(ROOT, 'ui', 'fonts', `${name}${ending}`), font)
  }
}
