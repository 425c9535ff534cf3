import type { BrowserProgram } from './browser-program.ts'

/** What all tests of a run share (shared-setup.ts). */
export type Shared = {
  /** URL of a PostgreSQL server on which tests may create databases. */
  postgres: string
  /** URL of a migrated database on it, which is prepared for jobs. Nobody may be connected to it while it is copied. */
  template: string
  /** The journeys' catalogue: a folder with its pictures, and the URL of a database to copy. */
  journeys: { dataDir: string; databaseUrl: string }
  browser: BrowserProgram
}

/** Where a run answers for what its tests share: workers, and the processes and threads that they start, find it in their environment. */
export const SHARED_URL = 'TEST_SHARED_URL'

const requested = new Map<keyof Shared, Promise<unknown>>()

/** Whoever asks first waits until it is there. Throws what its opening threw. */
export function getShared<Name extends keyof Shared>(name: Name): Promise<Shared[Name]> {
  const found = requested.get(name) ?? request(name)
  requested.set(name, found)
  return found as Promise<Shared[Name]>
}

async function request(name: keyof Shared): Promise<unknown> {
  const url = process.env[SHARED_URL]
  if (url === undefined) throw new Error(`${SHARED_URL} is not set: does Vitest run this?`)
  const response = await fetch(new URL(name, url))
  if (!response.ok) throw new Error(await response.text())
  return response.json()
}
