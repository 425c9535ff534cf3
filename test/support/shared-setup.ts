import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SHARED_URL, type Shared } from './shared.ts'

type Opened<Name extends keyof Shared> = { value: Shared[Name]; close?: () => void | Promise<void> }

/** What it takes is loaded when it is needed: much of the server's code. */
const OPEN: { [Name in keyof Shared]: () => Promise<Opened<Name>> } = {
  postgres: async () => {
    const { startPostgres } = await import('./postgres.mjs')
    const { url, stop } = await startPostgres()
    return { value: url, close: stop }
  },
  template: async () => {
    const { makeTemplate } = await import('./fresh-database.ts')
    return { value: await makeTemplate() }
  },
  journeys: async () => {
    const [{ createFreshDatabase }, { writeCatalogue }, { runShopCommand }] = await Promise.all([
      import('./fresh-database.ts'),
      import('./journey-catalogue.ts'),
      import('./server.ts'),
    ])
    const folder = mkdtempSync(join(tmpdir(), 'jara-journeys-'))
    const dataDir = join(folder, 'data')
    const catalogue = join(folder, 'catalogue')
    await writeCatalogue(catalogue)
    const { url: databaseUrl } = await createFreshDatabase()
    await runShopCommand({ dataDir, databaseUrl }, 'import', catalogue)
    return {
      value: { dataDir, databaseUrl },
      close: () => rmSync(folder, { recursive: true, force: true }),
    }
  },
  browser: async () => {
    const { findBrowser } = await import('./browser-program.ts')
    return { value: await findBrowser() }
  },
}

/**
 * Opens what tests share when the first of them asks for it, so that a test of a rule does not wait for a database, and closes it
 * when the last has ended.
 */
export default async function setup(): Promise<() => Promise<void>> {
  // Of the projects of a run, the first.
  if (process.env[SHARED_URL] !== undefined) return async () => {}
  const opened = new Map<string, Promise<Opened<keyof Shared>>>()
  const server = createServer(async (request, response) => {
    const name = request.url?.slice(1) as keyof Shared
    const found = opened.get(name) ?? OPEN[name]()
    opened.set(name, found)
    try {
      response.end(JSON.stringify((await found).value))
    } catch (error) {
      response.writeHead(500).end(error instanceof Error ? error.stack : String(error))
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  process.env[SHARED_URL] = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return async () => {
    server.closeAllConnections()
    server.close()
    delete process.env[SHARED_URL]
    for (const each of opened.values()) await (await each.catch(() => undefined))?.close?.()
  }
}
