import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { meQuery } from '#admin/data/query.ts'
import type { Me } from '#shared/contract/admin/account.ts'

/** Goes on as somebody who has just signed in: to `next`, if it is an address of the admin. */
export function useEnter() {
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return async (me: Me, next?: string) => {
    queryClient.clear()
    queryClient.setQueryData(meQuery(api).queryKey, me)
    await navigate({ href: next !== undefined && /^\/(?![/\\])/.test(next) ? next : '/', replace: true })
  }
}
