import { Link } from '@tanstack/react-router'
import { type ComponentProps, type MouseEvent, useEffect, useRef } from 'react'
import type { CardProduct } from '#shared/contract/product.ts'
import { shownPrice } from '#shared/price.ts'
import { Icon } from '#ui/icon.tsx'
import { Picture } from '#web/item/picture.tsx'
import { Price } from '#web/item/price.tsx'
import { splitMatches } from './match-split.ts'

declare global {
  interface ScrollIntoViewOptions {
    /** From CSSOM View, missing in TypeScript's types. Browsers without support scroll the page a little as well. */
    container?: 'all' | 'nearest'
  }
}

/** A product among the results of the search box. */
export function SearchResult({
  id,
  product,
  query,
  isActive,
  replace,
  onChoose,
}: {
  id: string
  product: CardProduct
  query: string
  isActive: boolean
  /** Replaces the history entry of the open results. */
  replace: boolean
  onChoose: (event: MouseEvent<HTMLAnchorElement>) => void
}) {
  const link = useRef<HTMLAnchorElement>(null)
  // Only keys make a result active, and the focus, which a browser scrolls into view, stays in the input. The page itself does
  // not scroll.
  useEffect(() => {
    if (isActive) link.current?.scrollIntoView({ block: 'nearest', container: 'nearest' })
  }, [isActive])
  return (
    <Link
      ref={link}
      to="/products/$id"
      params={{ id: product.id }}
      replace={replace}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className="flex items-center gap-4 border-line border-b py-2.5 pr-4 pl-3 last:border-b-0 hover:bg-paper-deep aria-selected:bg-paper-deep"
      onClick={onChoose}
    >
      <Picture src={product.image} alt="" sizes="56px" className="aspect-4/5 w-14 shrink-0 object-cover" />
      <span className="min-w-0 grow">
        <span className="line-clamp-3 text-sm leading-snug">
          {splitMatches(product.name, query).map(({ at, text, isMatch }) =>
            isMatch ? <mark key={at}>{text}</mark> : text,
          )}
        </span>
        <Price {...shownPrice(product, Date.now())} className="mt-0.5 text-sm" />
      </span>
    </Link>
  )
}

/** Submits the search form that contains it. */
export function SeeAllResults(pointer: ComponentProps<'button'>) {
  return (
    <button
      {...pointer}
      type="submit"
      className="label flex min-h-12 w-full items-center justify-between border-ink border-t px-4 text-xs hover:bg-ink hover:text-paper"
    >
      See all results
      <Icon name="arrow-right" />
    </button>
  )
}
