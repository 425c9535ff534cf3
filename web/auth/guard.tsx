import { useLocation, useMatch, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { useSession } from '#web/state/session.ts'
import { useIsRead } from '#web/state/stored.ts'
import { isLeaving } from './leave-signed-in.ts'
import { loginAddress, readReturnPath, SIGNED_IN_HOME } from './return-path.ts'

/**
 * For members: a guest is sent to the login screen and returns here afterwards. `waiting` is shown until the browser has
 * decided, and to everyone by the server.
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

/** For guests: a visitor who is signed in, in this tab or another, is sent to the page they wanted, or home. */
export function SignedOutOnly({ next, children }: { next?: string | undefined; children: ReactNode }) {
  const isSignedIn = useSession((session) => session.token !== null) && !isLeaving()
  useSendAway(isSignedIn ? (readReturnPath(next) ?? SIGNED_IN_HOME) : null)
  return isSignedIn ? <Leaving /> : children
}

/** While this is mounted, the shop's logo covers the page. */
function Leaving() {
  return <div className="leaving min-h-svh" />
}

/** Redirects to `address`, unless another navigation has already left this screen. */
export function useSendAway(address: string | null): void {
  const router = useRouter()
  const here = useMatch({ strict: false, select: (match) => match.pathname })
  // Back may return to this screen before the next one has rendered: only the location changes then.
  const at = useLocation({ select: ({ pathname }) => pathname })
  useEffect(() => {
    if (address === null || isLeaving()) return
    if ([at, router.history.location.pathname].some((path) => plain(path) !== plain(here))) return
    void router.navigate({ href: address, replace: true })
  }, [address, at, here, router])
}

/** A path for comparison: the history has its case, escapes and trailing slashes as they were written. */
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
