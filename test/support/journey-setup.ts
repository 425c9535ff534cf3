import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { type BrowserProgram, findBrowser } from './browser-program.ts'
import { createFreshDatabase } from './fresh-database.ts'
import { writeCatalogue } from './journey-catalogue.ts'
import { runShopCommand } from './server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Or why there is none: other tests run without. */
    browserProgram: BrowserProgram | string
    /** The journeys' catalogue: a folder with its pictures, and the URL of a database to copy. */
    prepared: { dataDir: string; databaseUrl: string }
  }
}

/** Runs once, after database-setup.ts: finds the browser, and prepares a shop with the catalogue, which each journey copies. */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'jara-journeys-'))
  const dataDir = join(folder, 'data')
  const catalogue = join(folder, 'catalogue')
  await writeCatalogue(catalogue)
  const { url: databaseUrl } = await createFreshDatabase()
  await runShopCommand({ dataDir, databaseUrl }, 'import', catalogue)
  project.provide('browserProgram', await findBrowser().catch(String))
  project.provide('prepared', { dataDir, databaseUrl })
  return () => rmSync(folder, { recursive: true, force: true })
}
