import { useQuery } from '@tanstack/react-query'
import { Link, useHydrated, useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { ProductSearch } from '#shared/product-search.ts'
import { compareNames } from '#shared/sort.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { categoriesQuery } from '#web/data/query.ts'

const SKELETONS = [...['w-14', 'w-20', 'w-16', 'w-24', 'w-14', 'w-20', 'w-16', 'w-20'].entries()] as const

export function CategoryBar() {
  const { data, isError } = useQuery(categoriesQuery(useRouter().options.context.api))
  return (
    <nav aria-label="Categories" className="border-ink border-b">
      <div className="page no-scrollbar relative flex min-h-12 items-stretch overflow-x-auto">
        {data ? <Links names={data} /> : <NoLinks isError={isError} />}
      </div>
    </nav>
  )
}

function Links({ names }: { names: readonly string[] }) {
  const list = useRef<HTMLUListElement>(null)
  const address = useRouterState({ select: ({ location }) => location.href })
  // Scrolls the current one into view, also where the bar is wider than the screen. The page itself does not scroll. A bar that
  // was scrolled before it could act stays where the shopper has it.
  const isNew = useRef(true)
  useEffect(() => {
    const seen = list.current?.querySelector('[aria-current]')?.parentElement
    const bar = list.current?.parentElement
    const wasScrolled = isNew.current && bar?.scrollLeft !== 0
    isNew.current = false
    if (address && seen && bar && !wasScrolled)
      bar.scrollLeft = seen.offsetLeft - (bar.clientWidth - seen.offsetWidth) / 2
  }, [address])
  return (
    <ul ref={list} className="-mx-3 flex grow items-stretch justify-between">
      {categoryLinks(names).map(({ name, label, search }) => (
        <li key={name} className="flex">
          <Link to="/products" search={search} className="label category-link">
            {label}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** A request that failed while rendering is retried in the browser: only there is it shown as failed. */
function NoLinks({ isError }: { isError: boolean }) {
  const isHydrated = useHydrated()
  if (isError && isHydrated) {
    return (
      <p role="alert" className="flex items-center text-bad text-sm">
        Failed to load categories
      </p>
    )
  }
  return (
    <div className="flex grow items-center justify-between gap-6" aria-hidden="true">
      {SKELETONS.map(([place, width]) => (
        <Skeleton key={place} className={`h-3 ${width}`} />
      ))}
    </div>
  )
}

/** The two tags among the categories; everything else there is a category. */
const TAG_LABEL: Record<string, string> = { NewIn: 'NEW IN', BestSellers: 'BEST SELLERS' }

type CategoryLink = { name: string; label: string; search: Pick<ProductSearch, 'tag' | 'category'> }

/** The links of the category bar: sorted alphabetically, in upper case, each to its own listing. */
export function categoryLinks(names: readonly string[]): CategoryLink[] {
  return [...names].sort(compareNames).map((name) => {
    const tagLabel = TAG_LABEL[name]
    return tagLabel === undefined
      ? { name, label: name.toUpperCase(), search: { category: name } }
      : { name, label: tagLabel, search: { tag: name } }
  })
}
