import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres.mjs'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of a real PostgreSQL server on which proofs may create databases. */
    postgresUrl: string
  }
}

/** Starts one PostgreSQL server for all proofs of a run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres()
  project.provide('postgresUrl', postgres.url)
  return postgres.stop
}
