import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { isRecord, stored } from './stored.ts'

type Stored = {
  /** Null until the switch is used; until then the browser's own preference applies. */
  choice: boolean | null
}
type DataSaver = Stored & { choose: (choice: boolean) => void }

/** Whether this shopper wants to save data. */
export const useDataSaver = create<DataSaver>()(
  persist(
    (set) => ({ choice: null, choose: (choice) => set({ choice }) }),
    stored<DataSaver, Stored>({
      name: 'light',
      partialize: ({ choice }) => ({ choice }),
      parse: (value) => ({
        choice: isRecord(value) && typeof value.choice === 'boolean' ? value.choice : null,
      }),
    }),
  ),
)
