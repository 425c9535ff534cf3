import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'

/** Looked up with each use: a browser that refuses it throws, and `changeStored` says so. */
const storage = {
  getItem: (name: string) => localStorage.getItem(name),
  setItem: (name: string, text: string) => localStorage.setItem(name, text),
  removeItem: (name: string) => localStorage.removeItem(name),
}

/** What is kept on this device, with a network or without, until it is changed. */
export const createDeviceStore = <State extends object>(name: string, empty: State) =>
  create<State>()(persist(() => empty, { name, storage: createJSONStorage(() => storage) }))

type DeviceStore<State extends object> = ReturnType<typeof createDeviceStore<State>>

/** Reads it anew first, as another tab may have changed it before this one was told. False if the device has no room for it. */
export function changeStored<State extends object>(
  store: DeviceStore<State>,
  next: (state: State) => State,
): boolean {
  void store.persist.rehydrate()
  const put = (state: State) => {
    try {
      store.setState(state, true)
      return true
    } catch {
      return false
    }
  }
  const before = store.getState()
  if (put(next(before))) return true
  put(before)
  return false
}

type Followed = { persist: { rehydrate: () => Promise<void>; getOptions: () => { name?: string } } }

/** What other tabs change is shown in this one. */
export function followOtherTabs(stores: readonly Followed[]): void {
  addEventListener('storage', ({ key }) => {
    for (const { persist } of stores) if (persist.getOptions().name === key) void persist.rehydrate()
  })
}
