import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

export const MAIN_ID = 'main'

/** For when the focused element disappears with its screen: the focus restarts at the content. */
export function focusMain(): void {
  document.getElementById(MAIN_ID)?.focus({ preventScroll: true })
}

/** After navigating to another screen, announces its title and moves the focus to its content. */
export function RouteAnnouncer() {
  const router = useRouter()
  const [title, setTitle] = useState('')
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged) return
        focusMain()
        setTitle(document.title)
      }),
    [router],
  )
  return (
    <p role="status" className="sr-only">
      {title}
    </p>
  )
}
