import { useState } from 'react'
import { SELECTED_ORDERS_MAX } from '#shared/limits.ts'
import { toast } from '#ui/toast/toast.ts'

/** The orders that are ticked: numbers by id. */
export type Selected = ReadonlyMap<string, string>
type Numbered = { id: string; number: string }

const NONE: Selected = new Map()

/**
 * What is ticked in a list of orders. It stays while more of the list is loaded and while orders leave it, as a packed one leaves
 * those to pack. Another list begins with none.
 */
export function useSelection(list: string) {
  const [state, setState] = useState({ list, selected: NONE })
  if (state.list !== list) setState({ list, selected: NONE })
  const { selected } = state
  const set = (orders: Iterable<readonly [string, string]>) => {
    const all = [...orders]
    if (all.length > SELECTED_ORDERS_MAX) toast({ title: `${SELECTED_ORDERS_MAX} orders at a time` })
    setState({ list, selected: new Map(all.slice(0, SELECTED_ORDERS_MAX)) })
  }
  return {
    selected,
    toggle: ({ id, number }: Numbered) =>
      set(selected.has(id) ? [...selected].filter(([each]) => each !== id) : [...selected, [id, number]]),
    add: (orders: readonly Numbered[]) =>
      set(new Map([...selected, ...orders.map(({ id, number }) => [id, number] as const)])),
    clear: () => set(NONE),
  }
}
