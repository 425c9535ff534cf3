import { useEffect } from 'react'
import { useRecentlyViewed } from '#web/state/recently-viewed.ts'
import { useIsRead } from '#web/state/use-is-read.ts'

/** Remembers, only in this browser, that the product was viewed. */
export function useViewed(id: string | undefined): void {
  const isRead = useIsRead(useRecentlyViewed)
  useEffect(() => {
    if (isRead && id !== undefined) useRecentlyViewed.getState().view(id)
  }, [isRead, id])
}
