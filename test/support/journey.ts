import type { Browser, BrowserContextOptions } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'
import { launchBrowser, openVisitor, type Visitor } from './browser.ts'
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
  /** Stops the shop, runs one of the owner's commands on its data, and restarts it at the same address. */
  whileClosed: (...command: string[]) => Promise<void>
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
  const visitors: Visitor[] = []
  let expectedLines: RegExp[] = []

  beforeAll(async () => {
    data = catalogue === undefined ? copyDataDir(inject('preparedDataDir')) : newDataDir()
    if (catalogue !== undefined) await runShopCommand(data.path, 'import', catalogue)
    const opening = await Promise.all([
      launchBrowser(inject('browserProgram')),
      startShop({ dataDir: data.path }),
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
    whileClosed: async (...command) => {
      await shop.stop()
      await runShopCommand(data.path, ...command)
      shop = await startShop({ dataDir: data.path, port: Number(new URL(shop.url).port) })
    },
    expectLogLine: (pattern) => void expectedLines.push(pattern),
  }
}
