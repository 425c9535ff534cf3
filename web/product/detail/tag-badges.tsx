import { Link } from '@tanstack/react-router'
import { changeFilters } from '#shared/product-search.ts'
import { useListBehind } from '#web/data/listing-search.ts'
import { tagLabel } from '#web/item/tag-label.ts'

const LOOK =
  'inline-flex min-h-11 items-center px-1.5 text-ink-soft text-sm before:mr-0.5 before:text-ink-mute before:content-["#"] hover:link aria-[current]:px-3 aria-[current]:chosen'

/**
 * Each links to everything with the tag; on a listing, or on a product opened from one, it adds the tag to that list's
 * filters, or removes it if it is active. `limit` is how many are shown before "+n". With `isOverlaid`, Back does not
 * reopen the overlay that contains them.
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
  const search = useListBehind()
  if (tags.length === 0) return null
  const more = tags.length - limit
  return (
    <ul aria-label="Tags" className="-ml-1.5 flex flex-wrap items-center gap-x-1.5">
      {tags.slice(0, limit).map((tag) => (
        <li key={tag}>
          <Link
            to="/products"
            search={changeFilters(search, { tag: tag === search.tag ? undefined : tag })}
            replace={isOverlaid}
            {...(tag === search.tag ? { 'aria-current': 'true' as const } : {})}
            activeOptions={{ exact: true }}
            className={LOOK}
          >
            {tagLabel(tag)}
          </Link>
        </li>
      ))}
      {more > 0 && (
        <li className="px-1 text-ink-mute text-xs">
          <span>{`+${more}`}</span>
          <span className="sr-only"> more</span>
        </li>
      )}
    </ul>
  )
}
