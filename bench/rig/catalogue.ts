/**
 * A deterministic catalogue of any size: names, tags and descriptions in the shop's own vocabulary, twelve colour-size pairs per product, a seventh of the pairs sold out, a fifth of the products on sale.
 */
import { createHash } from 'node:crypto'
import type { Entry } from '#server/catalogue-index/entry.ts'
import { mulberry32 } from '#test/support/mulberry32.ts'

/** Checkouts buy the first pair, which has enough for every run. */
const ENOUGH = 1_000_000
const NEWEST_MS = Date.UTC(2026, 0, 1)
const MINUTE_MS = 60_000

const words = (text: string) => text.split(',')
const KINDS = words(
  'Tees/Tee/cotton,Tees/Long-Sleeve Tee/longsleeve,Hoodies/Hoodie/fleece,Hoodies/Sweatshirt/crew,Shirts/Camp Shirt/woven,Shirts/Grandad Shirt/linen,Jackets/Bomber/nylon,Jackets/Trucker/denim,Bags/Tote/canvas,Bags/Backpack/travel,Jerseys/Home Jersey/football,Joggers/Jogger/jogger,Co-ords/Two-Piece/set,Caps/Six-Panel Cap/cap,Caps/Bucket Hat/bucket,Sandals/Slide/slide,Sandals/Toe-Post Sandal/leather,Shorts/Mesh Short/mesh,Denim/Straight Jean/denim',
)
const PLACES = words(
  'Eko,Danfo,Balogun,Owambe,Harmattan,Ojuelegba,Oshodi,Surulere,Makoko,Yaba,Mushin,Apapa,Marina,Festac,Ikeja,Lagoon,Tarkwa,Obalende,Rotimi,Ibadan,Akoka,Alaba,Agbada,Ankara,Adire,Aso-Oke,Palm,Third Mainland,Bar Beach,Night Bus,Stadium Road',
)
const STYLES = words(
  'Boxy,Stripe,Graphic,Market,Gothic,Washed,Heavyweight,Cropped,Ringer,Arch,Reflective,Everyday,Cargo,Panel,Loose,Fleece,Varsity,Square,Disc,Wave,Mesh,Blackletter,Canvas,Weekend',
)
const COLORS = words(
  'black,white,off-white,navy,olive,wine,cream,emerald,royal blue,orange,red,grey,charcoal,indigo,burgundy,mustard,sage,sand,teal,rust,sky blue,ivory,chocolate,lilac,khaki,maroon,lime,pink',
)
const MORE_TAGS = words('unisex,print,retro,resort,oversized,women,men,occasion,breathable,embroidery')
const SENTENCE = words(
  'combed,cotton,cut,wide,short,sits,hip,screen,printed,across,chest,three,pulls,ink,soft,jersey,bus,shoulder,brushed,inside,ribbed,cuffs,hem,heavy,drop,washed,once,double,stitched,seams,pocket,deep,enough,for,phone,drawcord,metal,tips,lined,hood,dyed,in,small,batches,lagos,workshop,worn,loose,true,to,size,dries,fast,on,hot,days,collar,stands,up,packs,flat,light,wind,proof,woven,by,hand,piped,edge,contrast,thread',
)
const SYLLABLES = words('ba,de,fe,gbo,ji,ka,lo,mu,ni,ola,pe,ra,se,tu,wa,ye,zi,ade,chi,emi,iwa,oko,uche,amo')

export type BenchProduct = Entry & { sku: string }

export function pick<T>(random: () => number, values: readonly T[]): T {
  const value = values[Math.floor(random() * values.length)]
  if (value === undefined) throw new Error('Nothing to pick from')
  return value
}

export function productAt(at: number): BenchProduct {
  const random = mulberry32(at * 7_919 + 1)
  const sku = `BENCH-${at}`
  const id = createHash('sha1').update(sku).digest('hex')
  const [category = '', noun = '', tag = ''] = pick(random, KINDS).split('/')
  const model = Array.from({ length: 3 }, () => pick(random, SYLLABLES)).join('')
  const firstColor = Math.floor(random() * COLORS.length)
  const colors = [0, 9, 17].map((step) => COLORS[(firstColor + step) % COLORS.length] ?? '')
  const sizes = category === 'Sandals' ? ['41', '42', '43', '44'] : ['S', 'M', 'L', 'XL']
  const percent = random() < 0.2 ? 5 + 5 * Math.floor(random() * 6) : 0
  const ratingCount = Math.floor(random() * 40)
  const quantity = () => (random() < 0.14 ? 0 : 1 + Math.floor(random() * 40))
  const pairs = colors.flatMap((color) => sizes.map((size) => ({ color, size })))
  return {
    id,
    sku,
    name: `${pick(random, PLACES)} ${model} ${pick(random, STYLES)} ${noun}`,
    description: Array.from({ length: 20 }, () => pick(random, SENTENCE)).join(' '),
    category,
    tags: [tag, pick(random, MORE_TAGS), ...(random() < 0.1 ? ['NewIn'] : [])],
    colors,
    sizes,
    images: [1, 2, 3, 4, 5, 6].map((n) => `/pictures/${id.slice(0, 15)}${n}-1080x1350-abcdef.jpg`),
    priceKobo: (8 + Math.floor(random() * 340)) * 50_000,
    discount: percent === 0 ? null : { type: 'percentage', value: percent * 100, expiresAtMs: null },
    ratingSum: ratingCount * 4,
    ratingCount,
    addedAtMs: NEWEST_MS - at * MINUTE_MS,
    stock: pairs.map((pair, i) => ({ ...pair, quantity: i === 0 ? ENOUGH : quantity() })),
  }
}

export const catalogueOf = (products: number) => Array.from({ length: products }, (_, at) => productAt(at))
