/**
 * Draws the shop's logo, a J and its little extra, in every size that browsers, phones and messengers request:
 * `npx node scripts/brand-icons.mjs`.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { shop } from '#shop.config'
import { ROOT } from './stamp.mjs'

const PUBLIC = join(ROOT, 'web', 'public')
const J =
  'M18 11h18v33c0 7.5-4.3 11.5-12.2 11.5S11 51.3 11 43.7V37h11.5v6.7c0 1.5.4 2.3 1.5 2.3s1.5-.8 1.5-2.3V20.5H18z'
const PLUS = 'M45.5 9h6.5v6.5H58.5V22H52v6.5h-6.5V22H39v-6.5h6.5z'

/** `inset`: the fraction of the width left empty on each side, because phones crop maskable icons to their own shape. */
function mark(inset) {
  const scale = 1 - 2 * inset
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><title>${shop.brand}</title><path fill="${shop.colours.ink}" d="M0 0h64v64H0z"/><g transform="translate(${64 * inset} ${64 * inset}) scale(${scale})"><path fill="${shop.colours.paper}" d="${J}"/><path fill="#ff4a1c" d="${PLUS}"/></g></svg>`
}

const png = (svg, side) =>
  sharp(Buffer.from(svg), { density: (72 * side) / 64 })
    .resize(side, side)
    .png({ compressionLevel: 9, palette: true })
    .toBuffer()

/** An .ico with one PNG: a 6-byte header, a 16-byte entry, the picture. */
function ico(picture, side) {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(side, 6)
  head.writeUInt8(side, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(picture.length, 14)
  head.writeUInt32LE(22, 18)
  return Buffer.concat([head, picture])
}

const save = (name, bytes) => writeFile(join(PUBLIC, name), bytes)

await save('favicon.svg', mark(0))
await save('favicon.ico', ico(await png(mark(0), 32), 32))
await save('apple-touch-icon.png', await png(mark(0.06), 180))
await save('icon-192.png', await png(mark(0), 192))
await save('icon-512.png', await png(mark(0), 512))
await save('icon-maskable-512.png', await png(mark(0.14), 512))

const WIDTH = 1200
const HEIGHT = 630
const picture = await sharp(join(ROOT, 'demo/catalogue/pictures/danfo-stripe-tee-black-2.webp'))
  .resize(570, HEIGHT, { fit: 'cover' })
  .toBuffer()
const bigMark = await sharp(
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="4 4 60 58" width="560" height="541"><path fill="${shop.colours.ink}" d="${J}"/><path fill="${shop.colours.paper}" d="${PLUS}"/></svg>`,
  ),
)
  .png()
  .toBuffer()
await writeFile(
  join(ROOT, 'web', 'chrome', 'social-card.jpg'),
  await sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#ff4a1c' } })
    .composite([
      { input: bigMark, left: 40, top: 44 },
      { input: picture, left: WIDTH - 570, top: 0 },
    ])
    .jpeg({ quality: 80, mozjpeg: true })
    .toBuffer(),
)
