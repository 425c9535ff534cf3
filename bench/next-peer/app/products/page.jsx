// What the shop does for an uncached listing, drawn by Next: reads the list for each request, and draws its cards and its facets
// with the same elements.
import { readFileSync } from 'node:fs'

export const dynamic = 'force-dynamic'

const WIDTHS = [160, 240, 320, 480, 720, 1080]
const SIZES = '(min-width: 1600px) 230px, (min-width: 1280px) 14vw, (min-width: 1024px) 20vw, 44vw'
const HEART = 'M12 20 3.5 11.4a5 5 0 0 1 7.1-7L12 5.8l1.4-1.4a5 5 0 0 1 7.1 7z'
const naira = new Intl.NumberFormat('en-NG', { style: 'currency', currency: 'NGN' })
let list

function CardButton({ label }) {
  return (
    <button type="button" aria-label={label} className="card-button">
      <svg viewBox="0 0 24 24" aria-hidden="true" className="icon">
        <path d={HEART} />
      </svg>
    </button>
  )
}

function Card({ product: { id, name, price, images, variants, tags, ratings, numReviews, discount } }) {
  const [image] = images
  return (
    <article className="card">
      <div>
        <div className="card-media">
          <picture>
            <source
              type="image/avif"
              srcSet={WIDTHS.map((width) => `${image}.${width}.avif ${width}w`).join(', ')}
              sizes={SIZES}
            />
            <img src={image} alt="" loading="lazy" className="card-picture" />
          </picture>
          <div className="card-badges">
            <span className="badge">{tags[0]}</span>
          </div>
          <CardButton label={`${name}: wishlist`} />
          <CardButton label={`${name}: quick view`} />
        </div>
        <h3 className="card-name">
          <a href={`/products/${id}`}>{name}</a>
        </h3>
      </div>
      <div className="card-foot">
        {discount ? <del>{naira.format(price)}</del> : null}
        <span className="money">
          {naira.format(discount ? (price * (100 - discount.amount)) / 100 : price)}
        </span>
        <p role="img" aria-label={`Colours: ${variants.join(', ')}`}>
          {variants.map((variant) => (
            <svg key={variant} aria-hidden="true" className="dot" />
          ))}
        </p>
        {numReviews > 0 ? <p>{`${ratings.toFixed(1)} of 5 from ${numReviews} reviews`}</p> : null}
      </div>
    </article>
  )
}

function Facet({ name, options }) {
  return (
    <fieldset>
      <legend>{name}</legend>
      {options.map(({ value, count }) => (
        <label key={value} className="filter-choice">
          <input type="checkbox" name={name} value={value} />
          <span>{value}</span>
          <span>{count}</span>
        </label>
      ))}
    </fieldset>
  )
}

export default async function Page({ searchParams }) {
  const { sortBy } = await searchParams
  list ??= readFileSync(process.env.CARDS_FILE, 'utf8')
  const { products, facets } = JSON.parse(list)
  const choices = Object.entries(facets).filter(([, options]) => Array.isArray(options))
  return (
    <main data-sort={sortBy}>
      <h1>All Merch</h1>
      <form>
        {choices.map(([name, options]) => (
          <Facet key={name} name={name} options={options} />
        ))}
      </form>
      {products.map((product) => (
        <Card key={product.id} product={product} />
      ))}
    </main>
  )
}
