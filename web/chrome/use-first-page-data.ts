import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** What the server told search engines of the first page is not true of the next one: it leaves with its page. */
export function useFirstPageData(): void {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, hrefChanged }) => {
        if (!fromLocation || !hrefChanged) return
        for (const data of document.head.querySelectorAll('script[type="application/ld+json"]')) data.remove()
      }),
    [router],
  )
}
