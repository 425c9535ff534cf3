import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatNaira, nairaFromKobo, nearestKobo } from '#shared/naira.ts'
import { classes } from '#ui/class-name.ts'
import { Icon } from '#ui/icon.tsx'
import { TRASH } from '#ui/trash-shape.ts'
import { Picture } from './picture.tsx'
import { Price } from './price.tsx'

/**
 * One item of a list: its picture and its name, both links to it, a button to remove it, and its details. Where text is too
 * large for a name or a price next to the picture, they are below it.
 */
export function ItemRow({
  item,
  link,
  isFaded = false,
  remove,
  children,
}: {
  item: { name: string; image: string }
  link: LinkProps
  isFaded?: boolean
  /** `label` distinguishes it from other rows for screen readers. The focus of a button without effect now (null) stays. */
  remove?: { label: string; onPress: (() => void) | null }
  children: ReactNode
}) {
  return (
    <li className="@container relative py-5">
      <div className="flex gap-4 @max-[15rem]:flex-col">
        <Link {...link} tabIndex={-1} aria-hidden="true" className="w-[min(5.5rem,32%)] shrink-0 self-start">
          <Picture
            src={item.image}
            alt=""
            sizes="88px"
            className={classes('aspect-4/5 w-full object-cover', isFaded && 'opacity-45')}
          />
        </Link>
        <div className="flex min-w-0 grow flex-col">
          <div className="flex items-start justify-between gap-1">
            <Link
              {...link}
              className="-my-3 min-w-0 py-3 font-semibold text-sm leading-snug hover:text-accent-text"
            >
              {item.name}
            </Link>
            {remove && (
              <button
                type="button"
                aria-label={remove.label}
                aria-disabled={remove.onPress === null}
                className="tap -my-3 -mr-3 grid shrink-0 @max-[15rem]:absolute @max-[15rem]:top-5 @max-[15rem]:right-0 place-items-center text-ink-mute hover:text-bad unusable:cursor-not-allowed unusable:text-line-strong"
                onClick={() => remove.onPress?.()}
              >
                <Icon name={TRASH} />
              </button>
            )}
          </div>
          {children}
        </div>
      </div>
    </li>
  )
}

/** What a line comes to, at the end of a row, and the unit price below where there are several. */
export function LinePrice({
  price,
  quantity = 1,
  isMuted = false,
}: {
  price: number
  quantity?: number
  isMuted?: boolean
}) {
  return (
    <p className={classes('ml-auto text-right', isMuted && 'text-ink-mute')}>
      <Price price={nairaFromKobo(nearestKobo(price) * quantity)} />
      {quantity > 1 && (
        <span className="block text-ink-mute text-xs">
          <span className="money">{formatNaira(price)}</span> each
        </span>
      )}
    </p>
  )
}
