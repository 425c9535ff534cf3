import { useQueryClient } from '@tanstack/react-query'
import { readOrdersAgain } from '#admin/data/live.ts'
import { type Sent, useAct } from '#admin/data/use-act.ts'
import { toast } from '#ui/toast/toast.ts'

/** An act on an order as it was shown: whatever shows orders is read again once it is done, or if somebody was quicker. */
export function useOrderAct<Input, Result>({
  call,
  say,
  failed,
  onDone,
}: {
  call: (input: Input, sent: Sent) => Promise<Result>
  /** What a toast says once it is done. */
  say: (result: Result) => string
  failed: string
  onDone?: () => void
}) {
  const queryClient = useQueryClient()
  return useAct({
    call,
    onDone: async (result) => {
      toast({ title: say(result), tone: 'success' })
      onDone?.()
      await readOrdersAgain(queryClient)
    },
    failed,
    onRefused: ({ body }) => {
      if (body?.code === 'CHANGED_MEANWHILE') void readOrdersAgain(queryClient)
      return false
    },
  })
}
