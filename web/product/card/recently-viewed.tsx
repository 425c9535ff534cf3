import { Suspense, useMemo } from 'react'
import { lazyComponent } from '#ui/lazy-component.ts'
import { RECENTLY_VIEWED_SHOWN, useRecentlyViewed } from '#web/state/recently-viewed.ts'

const ViewedStrip = lazyComponent(() => import('./viewed-strip.tsx'), 'ViewedStrip')

/** Products viewed earlier in this browser, at the end of a page: loaded only when there are any. */
export function RecentlyViewed({ except }: { except?: string }) {
  const viewed = useRecentlyViewed((list) => list.ids)
  const ids = useMemo(
    () => viewed.filter((id) => id !== except).slice(0, RECENTLY_VIEWED_SHOWN),
    [viewed, except],
  )
  if (ids.length === 0) return null
  return (
    <Suspense fallback={null}>
      <ViewedStrip ids={ids} />
    </Suspense>
  )
}
