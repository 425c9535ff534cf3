import { createStored } from './stored.ts'

type Stored = {
  /** Null until the switch is used; until then the browser's own preference applies. */
  choice: boolean | null
}

/** Whether this shopper wants to save data. */
export const useDataSaver = createStored<Stored, { choose: (choice: boolean) => void }>({
  name: 'light',
  parse: ({ choice }) => ({ choice: typeof choice === 'boolean' ? choice : null }),
  actions: (set) => ({ choose: (choice) => set({ choice }) }),
})
