import { Link } from '@tanstack/react-router'
import { tagLabel } from './tag-label.ts'

const LOOK =
  'label inline-flex min-h-11 items-center border border-line-strong px-3 text-2xs hover:border-ink hover:bg-ink hover:text-paper'

/** Each leads to everything that has the tag. `limit` says how many are shown before "+n". */
export function TagBadges({ tags, limit = tags.length }: { tags: readonly string[]; limit?: number }) {
  if (tags.length === 0) return null
  const more = tags.length - limit
  return (
    <ul aria-label="Tags" className="flex flex-wrap items-center gap-1.5">
      {tags.slice(0, limit).map((tag) => (
        <li key={tag}>
          <Link to="/products" search={{ tag }} className={LOOK}>
            {tagLabel(tag)}
          </Link>
        </li>
      ))}
      {more > 0 && <li className="px-1 text-ink-mute text-xs">+{more}</li>}
    </ul>
  )
}
