import { useEffect } from 'react'
import type { PackItem } from '#shared/contract/admin/parcel.ts'
import { keepPickedOf } from './picked.ts'
import { useWaiting, type Waiting } from './waiting.ts'

type Listed = { toPack: readonly PackItem[]; totals: { toPack: number } }

/** An order and its exchanges are packed each by itself, and are one order. */
export const countOrders = (items: readonly PackItem[]) => new Set(items.map(({ orderId }) => orderId)).size

/** What is to be packed, as it was read, without what was packed on this device since; and how many orders that is in all. */
export function useToPack(work: Listed | undefined) {
  const waiting = useWaiting()
  useEffect(() => work && keepPickedOf(work.toPack), [work])
  return work === undefined ? { toPack: undefined, total: undefined } : leftToPack(work, waiting)
}

export function leftToPack({ toPack: listed, totals }: Listed, waiting: readonly Waiting[]) {
  const isPacked = ({ orderId, exchange }: PackItem) =>
    waiting.some(
      ({ orderId: id, body, refusal }) =>
        refusal === undefined && id === orderId && (body.exchange ?? null) === exchange,
    )
  const toPack = listed.filter((item) => !isPacked(item))
  return { toPack, total: totals.toPack - countOrders(listed) + countOrders(toPack) }
}

export type PackStep = 'pack' | 'send'
const DONE = { pack: 'packed', send: 'sent' } as const satisfies Record<PackStep, string>

/**
 * What a list of `shown` orders leaves out of `total`, the oldest being first, and when the others come; or why it is empty. Nothing of
 * a list that shows all.
 */
export function listNote(
  step: PackStep,
  { shown, total, isOnline }: { shown: number; total: number; isOnline: boolean },
): string | undefined {
  const isLeft = shown < total
  if (shown > 0) {
    const next = isOnline ? `as these are ${DONE[step]}` : 'once there is a network'
    return isLeft ? `The oldest ${shown} of ${total} orders. The next come ${next}.` : undefined
  }
  if (step === 'send') return 'Nothing waits for a courier.'
  if (isLeft)
    return `Everything on this list is packed. The next of ${total} come once the shop is told of it.`
  return isOnline
    ? 'Everything that is paid is packed.'
    : 'Everything on this list is packed. What was paid since is not known here.'
}
