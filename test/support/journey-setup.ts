import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { type BrowserProgram, findBrowser } from './browser-program.ts'
import { writeCatalogue } from './journey-catalogue.ts'
import { runShopCommand } from './server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    browserProgram: BrowserProgram
    preparedDataDir: string
  }
}

/** Runs once: finds the browser, and prepares a data folder with the catalogue, which each journey copies. */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'jara-journeys-'))
  const dataDir = join(folder, 'data')
  const catalogue = join(folder, 'catalogue')
  await writeCatalogue(catalogue)
  await runShopCommand(dataDir, 'import', catalogue)
  project.provide('browserProgram', await findBrowser())
  project.provide('preparedDataDir', dataDir)
  return () => rmSync(folder, { recursive: true, force: true })
}
