import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { meQuery } from '#admin/data/query.ts'
import { type Sent, useAct } from '#admin/data/use-act.ts'
import type { Me } from '#shared/contract/admin/account.ts'
import { toast } from '#ui/toast/toast.ts'

/** An act on one's own account, whose response is the account as it is then. */
export function useMeAct<Input>({
  call,
  done,
  failed,
}: {
  call: (input: Input, sent: Sent) => Promise<Me>
  done: string
  failed: string
}) {
  const { api } = useRouter().options.context
  const router = useRouter()
  const queryClient = useQueryClient()
  return useAct({
    call,
    onDone: async (me) => {
      queryClient.setQueryData(meQuery(api).queryKey, me)
      toast({ title: done, tone: 'success' })
      await router.invalidate()
    },
    failed,
  })
}
