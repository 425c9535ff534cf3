import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Api } from '#web/data/api.ts'
import { useCart } from '#web/state/cart.ts'
import { useSession } from '#web/state/session.ts'
import { useIsRead } from '#web/state/use-is-read.ts'
import { settleCart } from './settle-cart.ts'
import { followPayment, type Verification } from './verify-payment.ts'

const START: Verification = { kind: 'verifying', waitReason: null }

/**
 * Follows a payment until its result is final, then settles the cart. Polls only in the browser: nothing is rendered on the
 * server.
 */
export function useVerification(
  api: Api,
  reference: string,
): { verification: Verification; askAgain: () => void } {
  const queryClient = useQueryClient()
  const isCartRead = useIsRead(useCart)
  const [round, setRound] = useState(0)
  const [shown, setShown] = useState({ round, reference, verification: START })

  useEffect(() => {
    if (!isCartRead) return
    const token = () => useSession.getState().token
    return followPayment({ queryClient, api, reference, token }, (verification) => {
      if (verification.kind === 'paid') settleCart(reference)
      setShown({ round, reference, verification })
    })
  }, [queryClient, api, reference, isCartRead, round])

  const isCurrent = shown.round === round && shown.reference === reference
  return {
    verification: isCurrent ? shown.verification : START,
    askAgain: () => setRound(round + 1),
  }
}
