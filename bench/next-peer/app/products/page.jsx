// What the shop does for an uncached listing, drawn by Next: reads the list for each request and draws its cards.
import { readFileSync } from 'node:fs'

export const dynamic = 'force-dynamic'

const WIDTHS = [160, 240, 320, 480, 640]
const naira = new Intl.NumberFormat('en-NG', { style: 'currency', currency: 'NGN' })
let list

function Card({ product: { id, name, price, images, variants, tags, ratings, numReviews, discount } }) {
  const [image] = images
  const address = `/products/${id}`
  const srcSet = WIDTHS.map((width) => `${image}?w=${width} ${width}w`).join(', ')
  return (
    <article>
      <a href={address}>
        <img src={image} srcSet={srcSet} sizes="50vw" alt={name} loading="lazy" width={1080} height={1350} />
      </a>
      <h2>
        <a href={address}>{name}</a>
      </h2>
      <p>
        {discount ? <del>{naira.format(price)}</del> : null}
        <strong>{naira.format(discount ? (price * (100 - discount.amount)) / 100 : price)}</strong>
      </p>
      <p>{variants.join(', ')}</p>
      <p>{tags.join(', ')}</p>
      <p>{numReviews > 0 ? `${ratings.toFixed(1)} of 5 from ${numReviews} reviews` : 'No reviews yet'}</p>
      <button type="button">Add {name} to wishlist</button>
    </article>
  )
}

export default async function Page({ searchParams }) {
  const { sortBy } = await searchParams
  list ??= readFileSync(process.env.CARDS_FILE, 'utf8')
  const { products } = JSON.parse(list)
  return (
    <main data-sort={sortBy}>
      <h1>All Merch</h1>
      {products.map((product) => (
        <Card key={product.id} product={product} />
      ))}
    </main>
  )
}
