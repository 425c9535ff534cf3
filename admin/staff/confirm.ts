import { create } from 'zustand'

/** Whoever waits for the second factor to be entered again; `settle` says whether it was. */
export const useConfirm = create<{ settle: ((isConfirmed: boolean) => void) | null }>(() => ({
  settle: null,
}))

/** Opens the dialog that asks for the second factor (confirm-dialog.tsx). False if it was closed. */
export function askToConfirm(): Promise<boolean> {
  return new Promise((resolve) => {
    useConfirm.setState({
      settle: (isConfirmed) => {
        useConfirm.setState({ settle: null })
        resolve(isConfirmed)
      },
    })
  })
}
