import type { TestProject } from 'vitest/node'
import { makeTemplate } from './fresh-database.ts'
import { startPostgres } from './postgres.mjs'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of a PostgreSQL server on which tests may create databases. */
    postgresUrl: string
  }
}

/**
 * One PostgreSQL server for all tests, with a migrated database that each test file copies. The workers, and the processes and
 * threads that they start, find both in their environment, TEST_DATABASE_URL. Of the projects of a run, the first one starts it.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const running = process.env.TEST_DATABASE_URL
  if (running !== undefined) {
    project.provide('postgresUrl', running)
    return async () => {}
  }
  const postgres = await startPostgres()
  await makeTemplate(postgres.url)
  process.env.TEST_DATABASE_URL = postgres.url
  project.provide('postgresUrl', postgres.url)
  return async () => {
    delete process.env.TEST_DATABASE_URL
    await postgres.stop()
  }
}
