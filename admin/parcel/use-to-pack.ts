import { useEffect } from 'react'
import type { PackItem } from '#shared/contract/admin/parcel.ts'
import { keepPickedOf } from './picked.ts'
import { useWaiting } from './waiting.ts'

type Listed = { toPack: readonly PackItem[]; totals: { toPack: number } }

const countOrders = (items: readonly PackItem[]) => new Set(items.map(({ orderId }) => orderId)).size

/** What is to be packed, as it was read, without what was packed on this device since; and how many orders that is in all. */
export function useToPack(work: Listed | undefined) {
  const waiting = useWaiting()
  useEffect(() => work && keepPickedOf(work.toPack), [work])
  if (work === undefined) return { toPack: undefined, total: undefined }
  const isPacked = ({ orderId, exchange }: PackItem) =>
    waiting.some(
      ({ orderId: id, body, refusal }) =>
        refusal === undefined && id === orderId && (body.exchange ?? null) === exchange,
    )
  const toPack = work.toPack.filter((item) => !isPacked(item))
  return { toPack, total: work.totals.toPack - countOrders(work.toPack) + countOrders(toPack) }
}
