import { useRouter } from '@tanstack/react-router'
import { useSession } from '#web/state/session.ts'
import { PLACES } from './place.ts'

/** Ends the session on this device and leads to the login screen. Cart and wishlist stay. */
export function useLogOut(): () => void {
  const router = useRouter()
  return () => {
    useSession.getState().signOut()
    void router.navigate({ to: PLACES.login })
  }
}
