import { shop } from '#shop.config'

const COUNTRIES = [
  { tag: 'NG', flag: <NigerianFlag />, name: 'Nigeria' },
  { tag: 'US', flag: <AmericanFlag />, name: 'United States' },
  { tag: 'UK', flag: <BritishFlag />, name: 'United Kingdom' },
]

export function TopStrip() {
  return (
    <section aria-label="Delivery and offers" className="on-ink bg-ink text-paper">
      <div className="bleed flex min-h-9 items-center justify-between gap-4">
        <ul className="flex items-center gap-2.5 sm:gap-5" aria-label="We deliver to">
          {COUNTRIES.map(({ tag, flag, name }) => (
            <li key={tag} className="flex items-center gap-1.5">
              <svg viewBox="0 0 18 12" aria-hidden="true" className="h-3 w-4.5 shrink-0">
                {flag}
              </svg>
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

function NigerianFlag() {
  return (
    <>
      <path fill="#fff" d="M0 0h18v12H0z" />
      <path fill="#008751" d="M0 0h6v12H0zM12 0h6v12h-6z" />
    </>
  )
}

function AmericanFlag() {
  return (
    <>
      <path fill="#fff" d="M0 0h18v12H0z" />
      <path stroke="#b22234" d="M0 .5h18m-18 2h18m-18 2h18m-18 2h18m-18 2h18m-18 2h18" />
      <path fill="#3c3b6e" d="M0 0h8v6H0z" />
      <path stroke="#fff" strokeDasharray=".8 1.2" strokeWidth=".8" d="M1 1.2h7M2 3h6M1 4.8h7" />
    </>
  )
}

function BritishFlag() {
  return (
    <>
      <path fill="#012169" d="M0 0h18v12H0z" />
      <path stroke="#fff" strokeWidth="2.4" d="m0 0 18 12M18 0 0 12" />
      <path stroke="#c8102e" d="m0 0 18 12M18 0 0 12" />
      <path stroke="#fff" strokeWidth="4" d="M9 0v12M0 6h18" />
      <path stroke="#c8102e" strokeWidth="2.2" d="M9 0v12M0 6h18" />
    </>
  )
}
