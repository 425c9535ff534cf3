import { changeStored, createDeviceStore } from '#admin/data/device-store.ts'
import type { PackForm } from '#shared/contract/admin/parcel.ts'

/**
 * An order that was packed while the shop could not be told. It names no buyer, as it outlives what was read last: a session that
 * has ended leaves it, only signing out wipes it.
 */
export type Waiting = {
  /** Made with the press: however often it is sent, it is one act. */
  key: string
  pressedAt: number
  /** Whoever pressed. In nobody else's session is it sent. */
  member: { id: string; name: string }
  orderId: string
  number: string
  body: PackForm
  /** Why the shop has not done it, in its words. */
  refusal?: string
}

export const waitingStore = createDeviceStore<{ all: readonly Waiting[] }>('admin.waiting', { all: [] })

/** Everything that was packed on this device and not told to the shop, in the order of the presses. */
export const useWaiting = () => waitingStore((state) => state.all)
export const listWaiting = () => waitingStore.getState().all

/** Whoever packed these: "Amaka, Tunde". */
export const packerNames = (of: readonly Waiting[]) =>
  [...new Set(of.map(({ member }) => member.name))].join(', ')

/** What is still to be sent of an order. */
export const useWaitingOf = (orderId: string) =>
  useWaiting().find((each) => each.orderId === orderId && each.refusal === undefined)

const change = (next: (all: readonly Waiting[]) => readonly Waiting[]) =>
  changeStored(waitingStore, ({ all }) => ({ all: next(all) }))

/** Keeps a press until the shop can be told; only one of the same. */
export function keepWaiting(pressed: Waiting): void {
  const isKept = (all: readonly Waiting[]) =>
    all.some(({ orderId, body }) => orderId === pressed.orderId && body.exchange === pressed.body.exchange)
  if (!change((all) => (isKept(all) ? all : [...all, pressed])))
    throw new Error('This device has no room to keep it, so it needs the network.')
}

/** It was done, or is not to be done any more. */
export const dropWaiting = (key: string) => change((all) => all.filter((each) => each.key !== key))

/** Notes why the shop has not done it, for a person to see. */
export const noteRefusal = (key: string, refusal: string) =>
  change((all) => all.map((each) => (each.key === key ? { ...each, refusal } : each)))

/** Whoever packs an order has seen what was refused of it. */
export function dropRefusalOf(orderId: string): void {
  const isIt = (each: Waiting) => each.orderId === orderId && each.refusal !== undefined
  if (listWaiting().some(isIt)) change((all) => all.filter((each) => !isIt(each)))
}

/** What was refused is sent once more. */
export const sendAgain = (key: string) =>
  change((all) =>
    all.map((each) => {
      const { refusal: _, ...unanswered } = each
      return each.key === key ? unanswered : each
    }),
  )

/** What a member has packed here is not sent: whoever signs out was asked. */
export const forgetWaitingOf = (memberId: string) =>
  change((all) => all.filter(({ member }) => member.id !== memberId))
