import { useHydrated } from '@tanstack/react-router'
import { useCallback, useEffect, useRef } from 'react'
import { formatNaira } from '#shared/naira.ts'
import { shop } from '#shop.config'
import { copyText } from '#ui/copy-text.ts'
import { Icon, type IconOf } from '#ui/icon.tsx'
import { SOCIAL } from '#ui/social-shape.ts'

const SHARE = { d: 'M12 15V3m-4.5 4L12 2.8 16.5 7M6 11H4.5v10h15V11H18' }
const COPY = { d: 'M8 8h12v12H8zM16 8V4H4v12h4' }

const ITEM =
  'flex min-h-11 w-full items-center gap-3 px-4 text-left text-sm hover:bg-ink hover:text-paper focus-visible:-outline-offset-3'

/** A menu that also opens without script; with it, it closes on Escape, on a choice and when the shopper leaves it. */
export function ShareMenu({ name, price, url }: { name: string; price: number; url: string }) {
  const menu = useRef<HTMLDetailsElement>(null)
  const text = `I found this amazing perfume: ${name} for ${formatNaira(price)} at ${shop.brand}!`
  const close = useCallback(() => menu.current?.removeAttribute('open'), [])
  /** After a choice or Escape, the focus returns to the button that opened the menu. */
  const leave = () => {
    menu.current?.querySelector('summary')?.focus()
    close()
  }
  const canShare = useHydrated() && typeof navigator.share === 'function'
  useEffect(() => {
    const closeOutside = (event: Event) => {
      if (event.target instanceof Node && !menu.current?.contains(event.target)) close()
    }
    document.addEventListener('pointerdown', closeOutside)
    document.addEventListener('focusin', closeOutside)
    return () => {
      document.removeEventListener('pointerdown', closeOutside)
      document.removeEventListener('focusin', closeOutside)
    }
  }, [close])
  const copy = () => {
    leave()
    void copyText(url, 'Link Copied!', 'Copy this link')
  }
  return (
    <details
      ref={menu}
      className="group/share relative"
      onKeyDown={(event) => {
        if (event.key === 'Escape' && menu.current?.open) leave()
      }}
    >
      <summary className="label inline-flex min-h-11 list-none items-center gap-2 text-xs hover:text-accent-text [&::-webkit-details-marker]:hidden">
        <Icon name={SHARE} className="size-4" />
        Share
      </summary>
      <ul className="absolute right-0 z-20 w-56 max-w-[85vw] border border-ink bg-paper-bright">
        {shareLinks(text, url).map(({ label, icon, href }) => (
          <li key={label}>
            <a href={href} target="_blank" rel="noopener noreferrer" className={ITEM} onClick={leave}>
              <Icon name={icon} />
              {label}
            </a>
          </li>
        ))}
        <MenuButton icon={SOCIAL.instagram} label="Instagram" onClick={copy} />
        <MenuButton icon={COPY} label="Copy Link" onClick={copy} />
        {canShare && (
          <MenuButton
            icon={SHARE}
            label="Share…"
            onClick={() => {
              leave()
              // Rejects when the shopper cancels.
              navigator.share({ title: name, text, url }).catch(() => {})
            }}
          />
        )}
      </ul>
    </details>
  )
}

function MenuButton({ icon, label, onClick }: { icon: IconOf; label: string; onClick: () => void }) {
  return (
    <li className="noscript:hidden">
      <button type="button" className={ITEM} onClick={onClick}>
        <Icon name={icon} />
        {label}
      </button>
    </li>
  )
}

type ShareLink = { label: string; icon: IconOf; href: string }

/** Plain links for sharing a product. Facebook takes its text from the page itself. */
export function shareLinks(text: string, url: string): ShareLink[] {
  const [words, address] = [encodeURIComponent(text), encodeURIComponent(url)]
  return [
    { label: 'WhatsApp', icon: SOCIAL.whatsapp, href: `https://wa.me/?text=${words}%20${address}` },
    {
      label: 'Facebook',
      icon: SOCIAL.facebook,
      href: `https://www.facebook.com/sharer/sharer.php?u=${address}`,
    },
    {
      label: 'Twitter',
      icon: SOCIAL.twitter,
      href: `https://twitter.com/intent/tweet?text=${words}&url=${address}`,
    },
  ]
}
