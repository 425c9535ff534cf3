import { useMatch, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { useSession } from '#web/state/session.ts'
import { useIsRead } from '#web/state/use-is-read.ts'
import { isLeaving } from './leave-signed-in.ts'
import { loginAddress, readReturnPath, SIGNED_IN_HOME } from './return-path.ts'

/**
 * For members: a guest goes to the login screen, and comes back here from there. Until that is decided, in the browser, and
 * for everybody on the server, `waiting` stands in.
 */
export function SignedInOnly({
  waiting,
  children,
}: {
  waiting: ReactNode
  children: (token: string) => ReactNode
}) {
  const isRead = useIsRead(useSession)
  const token = useSession((session) => session.token)
  const { history } = useRouter()
  useSendAway(isRead && token === null ? loginAddress(history.location.href) : null)
  return isRead && token !== null ? children(token) : waiting
}

/** For guests: who is signed in, here or in another tab, goes to the page they wanted, or home. */
export function SignedOutOnly({ next, children }: { next?: string | undefined; children: ReactNode }) {
  const isSignedIn = useSession((session) => session.token !== null) && !isLeaving()
  useSendAway(isSignedIn ? (readReturnPath(next) ?? SIGNED_IN_HOME) : null)
  return isSignedIn ? <Leaving /> : children
}

/** The shop's logo covers the page while this is here. */
function Leaving() {
  return <div className="leaving min-h-svh" />
}

/** Leads to `address`, unless somebody has led elsewhere from here already. */
export function useSendAway(address: string | null): void {
  const router = useRouter()
  const here = useMatch({ strict: false, select: (match) => match.pathname })
  useEffect(() => {
    if (address === null || isLeaving()) return
    if (plain(router.history.location.pathname) !== plain(here)) return
    void router.navigate({ href: address, replace: true })
  }, [address, here, router])
}

/** As the router compares paths: it takes other letters and escapes for the same, and the history keeps them as written. */
function plain(path: string): string {
  return decodePath(path).toLowerCase().replace(/\/+$/, '')
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
