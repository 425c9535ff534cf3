import { type DehydratedState, dehydrate, hydrate, type Query, type QueryClient } from '@tanstack/react-query'
import { HOUR_MS } from '#shared/duration.ts'

const KEY = 'admin.last-read'
/** As long as a session lives without use. */
export const KEPT_MS = 12 * HOUR_MS
const WRITTEN_AFTER_MS = 1_000
const CHARS_MAX = 1_000_000
/** Shapes of responses change with the version, which the entry's name says. */
const VERSION = import.meta.url

type LastRead = { version: string; at: number; state: DehydratedState }

/** What is read every day, and the orders that were opened; not what was searched for. */
function isKept({ queryKey: [noun, about], state }: Query): boolean {
  if (state.data === undefined) return false
  if (noun === 'orders') return (about as { search?: string } | undefined)?.search === undefined
  return ['me', 'today', 'order', 'parcels', 'pack'].includes(noun as string)
}

/**
 * Shows at once what this device read last, and keeps it up to date: a slow network is waited for with something to see, and without
 * one it can still be read. Wiped when its member signs out, and after 12 hours. `onForgotten`: it was wiped in another tab.
 */
export function keepLastRead(queryClient: QueryClient, onForgotten: () => void): void {
  restore(queryClient)
  let isDue = false
  const write = () => {
    isDue = false
    const state = dehydrate(queryClient, {
      shouldDehydrateQuery: isKept,
      shouldDehydrateMutation: () => false,
    })
    const text = JSON.stringify({ version: VERSION, at: Date.now(), state } satisfies LastRead)
    if (state.queries.length === 0 || text.length > CHARS_MAX) localStorage.removeItem(KEY)
    else store(text)
  }
  queryClient.getQueryCache().subscribe(({ type }) => {
    if (type !== 'updated' || isDue) return
    isDue = true
    setTimeout(write, WRITTEN_AFTER_MS)
  })
  addEventListener('storage', ({ key, newValue }) => {
    if (key === KEY && newValue === null) onForgotten()
  })
}

/** Where the device has no room for it, nothing outdated stays either. */
function store(text: string): void {
  try {
    localStorage.setItem(KEY, text)
  } catch {
    forgetLastRead()
  }
}

function restore(queryClient: QueryClient): void {
  // Without an entry, with a damaged one, or where the browser gives no storage, nothing is shown before it is read.
  try {
    const { version, at, state } = JSON.parse(localStorage.getItem(KEY) ?? 'null') as LastRead
    if (version === VERSION && at > Date.now() - KEPT_MS) {
      hydrate(queryClient, state)
      // However recently it was read, nobody told this page of what changed since: it is read again where it is shown.
      void queryClient.invalidateQueries({ refetchType: 'none' })
    } else forgetLastRead()
  } catch {
    forgetLastRead()
  }
}

/** Nothing of what was read stays on this device. The caller clears the query client first, or nothing would be forgotten for long. */
export function forgetLastRead(): void {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // Then nothing was stored either.
  }
}
