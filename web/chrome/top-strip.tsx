import { shop } from '#shop.config'

const COUNTRIES = [
  { tag: 'NG', flag: 'flag flag-ng', name: 'Nigeria' },
  { tag: 'US', flag: 'flag flag-us', name: 'United States' },
  { tag: 'UK', flag: 'flag flag-uk', name: 'United Kingdom' },
]

export function TopStrip() {
  return (
    <section aria-label="Delivery and offers" className="on-ink bg-ink text-paper">
      <div className="bleed flex min-h-9 items-center justify-between gap-4">
        <ul className="flex items-center gap-2.5 sm:gap-5" aria-label="We deliver to">
          {COUNTRIES.map(({ tag, flag, name }) => (
            <li key={tag} className="flex items-center gap-1.5">
              <span aria-hidden="true" className={flag} />
              <abbr title={name} className="label text-2xs no-underline">
                {tag}
              </abbr>
            </li>
          ))}
        </ul>
        <p className="label truncate text-2xs max-sm:tracking-normal max-sm:[font-stretch:72%] max-sm:[word-spacing:0.16em] max-[345px]:hidden">
          <span className="text-accent">{shop.promo.banner}</span>
          <span className="max-md:hidden"> — {shop.promo.delivery}</span>
        </p>
      </div>
    </section>
  )
}
