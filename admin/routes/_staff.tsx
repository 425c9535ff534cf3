import { onlineManager } from '@tanstack/react-query'
import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { NotAllowed } from '#admin/chrome/failure.tsx'
import { maySee } from '#admin/chrome/screens.ts'
import { Shell } from '#admin/chrome/shell.tsx'
import { meQuery } from '#admin/data/query.ts'
import { ApiError } from '#shared/client/api.ts'

/** Everything that only staff see. Whoever has nothing to sign in with yet sets that up first. */
export const Route = createFileRoute('/_staff')({
  beforeLoad: async ({ context: { api, queryClient }, location }) => {
    if (!onlineManager.isOnline() && queryClient.getQueryData(meQuery(api).queryKey) === undefined)
      throw new Error('You are offline, and nothing was read on this device in the last 12 hours.')
    const me = await queryClient.ensureQueryData(meQuery(api)).catch((error) => {
      if (error instanceof ApiError && error.status === 401)
        throw redirect({ to: '/login', search: { next: location.href } })
      throw error
    })
    if (me.needsEnrolment && location.pathname !== '/account') throw redirect({ to: '/account' })
    return { me, isAllowedHere: maySee(me.role, location.pathname) }
  },
  component: Staff,
})

/** What a role may not see is not loaded either. */
function Staff() {
  const { isAllowedHere } = Route.useRouteContext()
  return <Shell>{isAllowedHere ? <Outlet /> : <NotAllowed />}</Shell>
}
