import { useRouter } from '@tanstack/react-router'
import { logOut } from '#web/data/session.ts'
import { useSession } from '#web/state/session.ts'

/** Ends the session, here at once and on the server, and navigates to the login screen. Cart and wishlist stay. */
export function useLogOut(): () => void {
  const router = useRouter()
  return () => {
    const { token, signOut } = useSession.getState()
    if (token !== null) void logOut(router.options.context.api, token)
    signOut()
    const isFromPanel = router.history.location.state.overlay !== undefined
    void router.navigate({ to: '/login', replace: isFromPanel })
  }
}
