import { Link } from '@tanstack/react-router'
import { tagLabel } from './tag-label.ts'

const LOOK =
  'label inline-flex min-h-11 items-center border border-line-strong px-3 text-2xs hover:border-ink hover:bg-ink hover:text-paper'

/**
 * Each leads to everything that has the tag. `limit` says how many are shown before "+n". Over a page, `isOverlaid`
 * keeps Back from opening what lies over it again.
 */
export function TagBadges({
  tags,
  limit = tags.length,
  isOverlaid = false,
}: {
  tags: readonly string[]
  limit?: number
  isOverlaid?: boolean
}) {
  if (tags.length === 0) return null
  const more = tags.length - limit
  return (
    <ul aria-label="Tags" className="flex flex-wrap items-center gap-1.5">
      {tags.slice(0, limit).map((tag) => (
        <li key={tag}>
          <Link to="/products" search={{ tag }} replace={isOverlaid} className={LOOK}>
            {tagLabel(tag)}
          </Link>
        </li>
      ))}
      {more > 0 && <li className="px-1 text-ink-mute text-xs">+{more}</li>}
    </ul>
  )
}
