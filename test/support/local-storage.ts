import { afterAll, beforeAll, beforeEach, vi } from 'vitest'

/** Gives the tests of a file a browser's storage in memory, empty before each test. Returns what is stored in it. */
export function stubLocalStorage(): Map<string, string> {
  const entries = new Map<string, string>()
  beforeAll(() => {
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => entries.get(key) ?? null,
      setItem: (key: string, value: string) => entries.set(key, value),
      removeItem: (key: string) => entries.delete(key),
    })
  })
  beforeEach(() => entries.clear())
  afterAll(() => {
    vi.unstubAllGlobals()
  })
  return entries
}
