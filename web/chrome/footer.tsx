import { Link } from '@tanstack/react-router'
import { HELP_PAGES } from '#shared/help-page.ts'
import { shop } from '#shop.config'
import { classes } from '#ui/class-name.ts'
import { Icon, type IconOf } from '#ui/icon.tsx'
import { PhoneLink } from '#ui/phone-link.tsx'
import { SOCIAL } from '#ui/social-shape.ts'
import { useOverlay } from '#web/state/overlay.ts'
import { whatsappUrl } from '#web/whatsapp.ts'
import { DataSaverSwitch } from './data-saver-switch.tsx'

const SOCIAL_ICON: Record<string, IconOf> = {
  Instagram: SOCIAL.instagram,
  TikTok: SOCIAL.tiktok,
  X: SOCIAL.twitter,
  Twitter: SOCIAL.twitter,
  Facebook: SOCIAL.facebook,
  WhatsApp: SOCIAL.whatsapp,
}

const LINK = 'inline-flex min-h-11 min-w-11 items-center hover:text-accent'

/** As many letters as fill the line at this size; longer names take smaller letters, and more lines if they need to. */
const NAME_MAX_CHARS = 4

export function Footer() {
  return (
    <footer className="on-ink overflow-hidden bg-ink text-paper">
      <div className="page grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-x-8 gap-y-10 pt-14 pb-10 sm:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr_1fr_auto] lg:pt-20">
        <p className="col-span-full max-w-md text-lg lg:col-span-1 lg:pt-2">{shop.blurb}</p>
        <ShopLinks />
        <HelpLinks />
        <address className="col-span-full not-italic sm:col-span-1">
          <PhoneLink phone={shop.phone} className={`${LINK} tabular`} />
          <br />
          <a href={`mailto:${shop.email}`} className={`${LINK} wrap-anywhere`}>
            {shop.email}
          </a>
          <br />
          <a
            href={whatsappUrl()}
            target="_blank"
            rel="noopener noreferrer"
            aria-label="WhatsApp us (opens a new tab)"
            className={LINK}
          >
            WhatsApp us
          </a>
        </address>
        <Socials />
        <div className="col-span-full max-w-md">
          <DataSaverSwitch />
        </div>
      </div>
      <div aria-hidden="true" className="page">
        {/* Its size follows the page's column, so that these letters end where the column does. */}
        <p className="@container">
          <span
            className={classes(
              'display block select-none',
              shop.brand.length > NAME_MAX_CHARS
                ? 'break-words pb-[0.2em] text-[15cqw] leading-[0.9]'
                : '-mb-[0.13em] whitespace-nowrap text-[40cqw] leading-[0.8]',
            )}
          >
            {shop.brand}
            <span className="text-accent">+</span>
          </span>
        </p>
      </div>
    </footer>
  )
}

function ShopLinks() {
  const overlay = useOverlay()
  return (
    <nav aria-label="Footer">
      <ul>
        <li>
          <Link to="/products" activeOptions={{ exact: true }} className={LINK}>
            Shop
          </Link>
        </li>
        <li>
          <Link to="/orders" activeOptions={{ exact: true }} className={LINK}>
            My Orders
          </Link>
        </li>
        <li className="noscript:hidden">
          <button
            type="button"
            aria-haspopup="dialog"
            className={LINK}
            onClick={() => overlay.open('wishlist')}
          >
            Wishlist
          </button>
        </li>
      </ul>
    </nav>
  )
}

function HelpLinks() {
  return (
    <nav aria-label="Help">
      <ul>
        {HELP_PAGES.map(({ id, label }) => (
          <li key={id}>
            <Link to="/pages/$name" params={{ name: id }} className={LINK}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Socials() {
  return (
    <ul className="-mx-2.5 flex gap-1">
      {shop.socials.map(({ name, url }) => (
        <li key={name}>
          <a
            href={url}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={`${name} (opens a new tab)`}
            className="tap grid place-items-center hover:text-accent"
          >
            <Icon name={SOCIAL_ICON[name] ?? 'link'} className="size-6" />
          </a>
        </li>
      ))}
    </ul>
  )
}
