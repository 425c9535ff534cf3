import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { isRecord, stored } from './stored.ts'

type Kept = {
  /** Null until somebody has pressed the switch: then what the browser asks for holds. */
  choice: boolean | null
}
type Light = Kept & { choose: (choice: boolean) => void }

/** Whether this shopper wants to spend little data. */
export const useLight = create<Light>()(
  persist(
    (set) => ({ choice: null, choose: (choice) => set({ choice }) }),
    stored<Light, Kept>({
      name: 'light',
      keep: ({ choice }) => ({ choice }),
      parse: (value) => ({
        choice: isRecord(value) && typeof value.choice === 'boolean' ? value.choice : null,
      }),
    }),
  ),
)
