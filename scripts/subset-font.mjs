/**
 * Makes web/fonts/archivo.woff2 from the upstream variable font (github.com/Omnibus-Type/Archivo, fonts/variable/Archivo[wdth,wght].ttf):
 *
 *     node scripts/subset-font.mjs "Archivo[wdth,wght].ttf"
 *
 * Kept: what English, Yoruba, Igbo and Hausa names are written with, naira, and the punctuation the shop uses; of the
 * axes, the condensed half of the width and the weights from regular to black.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import subsetFont from 'subset-font'

const LATIN = String.fromCodePoint(...Array.from({ length: 0x7f - 0x20 }, (_, offset) => 0x20 + offset))

const CHARACTERS = [
  LATIN,
  'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝßàáâãäåæçèéêëìíîïñòóôõöøùúûüýÿ',
  'ẸẹỌọṢṣỊịỤụṄṅŃńǸǹḾḿɓƁɗƊƙƘƴƳ',
  '\u0300\u0301\u0304\u0323',
  '\u00a0£©®°·×½₦–—‘’“”…•−←→✓™',
].join('')

const [source] = process.argv.slice(2)
if (source === undefined) throw new Error('Which font? Give the path of the upstream variable font.')
const font = await subsetFont(readFileSync(source), CHARACTERS, {
  targetFormat: 'woff2',
  variationAxes: { wdth: { min: 62, max: 100 }, wght: { min: 400, max: 900 } },
  keepFeatures: ['kern', 'mark', 'mkmk', 'ccmp', 'tnum'],
  noHinting: true,
  noLayoutClosure: true,
})
writeFileSync(join(import.meta.dirname, '..', 'web', 'fonts', 'archivo.woff2'), font)
