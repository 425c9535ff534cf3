import { Link, type LinkProps, useCanGoBack, useRouter } from '@tanstack/react-router'
import { Icon } from './icon.tsx'

/** To the previous page, at the scroll position where it was left; for shoppers who came here directly, to `fallback`. */
export function BackLink({ fallback }: { fallback: NonNullable<LinkProps['to']> }) {
  const router = useRouter()
  const canGoBack = useCanGoBack()
  return (
    <Link
      to={fallback}
      activeOptions={{ exact: true }}
      className="label -ml-1 inline-flex min-h-11 items-center gap-2 px-1 text-xs hover:text-accent-text"
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
