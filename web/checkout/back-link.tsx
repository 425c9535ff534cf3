import { Link, useCanGoBack, useRouter } from '@tanstack/react-router'
import { Icon } from '#web/ui/icon.tsx'

const LOOK = 'label -ml-1 inline-flex min-h-11 items-center gap-2 px-1 text-xs hover:text-accent-text'

/** To the previous page; for who came here straight, from a link or from the provider, to the shop's shelves. */
export function BackLink() {
  const router = useRouter()
  const canGoBack = useCanGoBack()
  return (
    <Link
      to="/products"
      className={LOOK}
      onClick={(event) => {
        if (!canGoBack || event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        router.history.back()
      }}
    >
      <Icon name="arrow-left" className="size-4" />
      Back
    </Link>
  )
}
