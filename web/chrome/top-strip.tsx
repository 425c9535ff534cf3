import { shop } from '#shop.config'
import flags from './flags.svg?url'

/** Each with its flag in the file of flags. */
const COUNTRIES = [
  { tag: 'NG', name: 'Nigeria' },
  { tag: 'US', name: 'United States' },
  { tag: 'UK', name: 'United Kingdom' },
]

export function TopStrip() {
  return (
    <section aria-label="Delivery and offers" className="on-ink bg-ink text-paper">
      <div className="bleed flex min-h-9 items-center justify-between gap-4">
        <ul className="flex items-center gap-2.5 sm:gap-5" aria-label="We deliver to">
          {COUNTRIES.map(({ tag, name }) => (
            <li key={tag} className="flex items-center gap-1.5">
              <svg viewBox="0 0 18 12" aria-hidden="true" className="h-3 w-4.5 shrink-0">
                <use href={`${flags}#${tag}`} />
              </svg>
              <abbr title={name} className="label text-2xs no-underline">
                {tag}
              </abbr>
            </li>
          ))}
        </ul>
        <p className="label truncate text-2xs max-sm:[letter-spacing:0] max-sm:[font-stretch:72%] max-sm:[word-spacing:0.16em] max-[345px]:hidden">
          <span className="text-accent">{shop.promo.banner}</span>
          <span className="max-md:hidden"> — {shop.promo.delivery}</span>
        </p>
      </div>
    </section>
  )
}
