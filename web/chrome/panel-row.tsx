import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { classes } from '#web/ui/class-name.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Picture } from '#web/ui/picture.tsx'

/** One product in a side panel: its picture, its name that leads to it, how to remove it, and what the panel says of it. */
export function PanelRow({
  item,
  named,
  isOut,
  onRemove,
  children,
}: {
  item: { id: string; name: string; image: string }
  /** As it is told apart from the other rows, for who hears the buttons. */
  named: string
  /** Nothing of it can be bought now. */
  isOut: boolean
  onRemove: () => void
  children: ReactNode
}) {
  return (
    <li className="flex gap-4 py-5">
      <Link
        to="/products/$id"
        params={{ id: item.id }}
        replace
        tabIndex={-1}
        aria-hidden="true"
        className="w-22 shrink-0 self-start"
      >
        <Picture
          src={item.image}
          alt=""
          sizes="88px"
          className={classes('aspect-4/5 w-full object-cover', isOut && 'opacity-45')}
        />
      </Link>
      <div className="flex min-w-0 grow flex-col">
        <div className="flex items-start justify-between gap-1">
          <Link
            to="/products/$id"
            params={{ id: item.id }}
            replace
            className="-my-3 min-w-0 py-3 font-semibold text-sm leading-snug hover:text-accent-text"
          >
            <span className="line-clamp-2">{item.name}</span>
          </Link>
          <button
            type="button"
            aria-label={`Remove ${named}`}
            className="tap -my-3 -mr-3 grid shrink-0 place-items-center text-ink-mute hover:text-bad"
            onClick={onRemove}
          >
            <Icon name="trash" />
          </button>
        </div>
        {children}
      </div>
    </li>
  )
}
