import type { Browser, BrowserContextOptions } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'
import { launchBrowser, openVisitor, type Visitor } from './browser.ts'
import { createFreshDatabase, createOnServer, type TestDatabase } from './fresh-database.ts'
import { copyDataDir, newDataDir, runShopCommand, type ShopProcess, startShop } from './server.ts'

export type Journey = {
  url: () => string
  /** Opens a new browser context on the shop. */
  visitor: (options?: BrowserContextOptions) => Promise<Visitor>
  /** Calls the shop's API, as another customer's browser would. */
  ask: <Body>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<Answer<Body>>
  /** Runs one of the owner's commands while the shop is open. */
  command: (...command: string[]) => Promise<void>
  /** Allows a line of the shop's log that this test causes on purpose. */
  expectLogLine: (pattern: RegExp) => void
}
/** `body` is undefined unless the response was JSON. */
export type Answer<Body> = { status: number; body: Body; text: string; headers: Headers }

/**
 * Starts a shop for one test file, as a real process, and a browser. After each test all visitors are closed; complaints of
 * the browsers and of the shop's log that the test did not expect make it fail. `catalogue` is the folder of another
 * catalogue than the journeys' own.
 */
export function openJourney({ catalogue }: { catalogue?: string } = {}): Journey {
  let browser: Browser
  let shop: ShopProcess
  let data: ReturnType<typeof copyDataDir>
  let database: TestDatabase
  const visitors: Visitor[] = []
  let expectedLines: RegExp[] = []

  const command = (...args: string[]) =>
    runShopCommand({ dataDir: data.path, databaseUrl: database.url }, ...args)

  beforeAll(async () => {
    const prepared = inject('prepared')
    if (catalogue === undefined) {
      data = copyDataDir(prepared.dataDir)
      const template = new URL(prepared.databaseUrl).pathname.slice(1)
      database = await createOnServer(inject('postgresUrl'), template)
    } else {
      data = newDataDir()
      database = await createFreshDatabase()
      await command('import', catalogue)
    }
    const opening = await Promise.all([
      launchBrowser(inject('browserProgram')),
      startShop({ dataDir: data.path, env: { DATABASE_URL: database.url } }),
    ])
    browser = opening[0]
    shop = opening[1]
  })
  afterEach(async () => {
    const leaving = visitors.splice(0)
    for (const { context } of leaving) await context.close()
    expect(leaving.flatMap(({ complaints }) => complaints)).toEqual([])
    const lines = shop.complaints.splice(0)
    expect(lines.filter((line) => !expectedLines.some((pattern) => pattern.test(line)))).toEqual([])
    expectedLines = []
  })
  afterAll(async () => {
    await browser?.close()
    await shop?.stop()
    await database?.drop()
    data?.remove()
  })

  return {
    url: () => shop.url,
    visitor: async (options) => {
      const visitor = await openVisitor(browser, shop.url, options)
      visitors.push(visitor)
      return visitor
    },
    ask: async (method, path, body, headers = {}) => {
      const response = await fetch(shop.url + path, {
        method,
        headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      const isJson = response.headers.get('content-type')?.includes('json') ?? false
      return {
        status: response.status,
        body: isJson ? JSON.parse(text) : undefined,
        text,
        headers: response.headers,
      }
    },
    command,
    expectLogLine: (pattern) => void expectedLines.push(pattern),
  }
}
