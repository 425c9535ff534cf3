import { useMemo } from 'react'
import { changeStored, createDeviceStore } from '#admin/data/device-store.ts'
import type { PackItem } from '#shared/contract/admin/parcel.ts'

/** Which lines of orders were taken from the shelves, as ticked on this device. */
export const pickedStore = createDeviceStore<{ lines: readonly string[] }>('admin.picked', { lines: [] })

/** A line of an order, or of an exchange of it, by its place. */
export const pickedLine = ({ orderId, exchange }: Pick<PackItem, 'orderId' | 'exchange'>, position: number) =>
  `${orderId} ${exchange ?? '-'} ${position}`

export function usePicked(): ReadonlySet<string> {
  const lines = pickedStore((state) => state.lines)
  return useMemo(() => new Set(lines), [lines])
}

export function setPicked(lines: readonly string[], isPicked: boolean): void {
  changeStored(pickedStore, (state) => {
    const others = state.lines.filter((line) => !lines.includes(line))
    return { lines: isPicked ? [...others, ...lines] : others }
  })
}

/** What was packed, or is not to be packed any more, loses its ticks: if it ever comes back, its pieces are on the shelf. */
export function keepPickedOf(items: readonly PackItem[]): void {
  const listed = new Set(
    items.flatMap((item) => item.lines.map(({ position }) => pickedLine(item, position))),
  )
  if (pickedStore.getState().lines.every((line) => listed.has(line))) return
  changeStored(pickedStore, ({ lines }) => ({ lines: lines.filter((line) => listed.has(line)) }))
}

export const forgetPicked = () => changeStored(pickedStore, () => ({ lines: [] }))
