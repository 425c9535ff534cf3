import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

export const MAIN_ID = 'main'

/** For when what had the focus goes together with its screen: it starts anew at the content. */
export function focusMain(): void {
  document.getElementById(MAIN_ID)?.focus({ preventScroll: true })
}

/** After going to another screen, its title is read out and the focus starts anew at its content. */
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
