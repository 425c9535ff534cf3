import type { Browser, BrowserContextOptions } from 'playwright-core'
import { afterAll, afterEach, expect } from 'vitest'
import { openVisitor, type Visitor } from './browser.ts'
import { inWorker, type JourneyShop, openJourneyShop } from './journey-shop.ts'

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
 * Opens a shop and a browser to one test file. After each test all visitors are closed; complaints of the browsers and of the
 * shop's log that the test did not expect make it fail. A file that changes stock, catalogue or reviews, or meets the
 * shop's limits, has a shop of its own (`shop: 'own'`), as has one with another catalogue than the journeys' own (its folder).
 */
export function openJourney(options: { shop?: 'shared' | 'own'; catalogue?: string } = {}): Journey {
  const { shop: whose = options.catalogue === undefined ? 'shared' : 'own' } = options
  let browser: Browser
  let shop: JourneyShop
  const visitors: Visitor[] = []
  let expectedLines: RegExp[] = []

  if (whose === 'shared') {
    inWorker.beforeAll(({ browser: sharedBrowser, sharedShop }) => {
      browser = sharedBrowser
      shop = sharedShop
    })
  } else {
    inWorker.beforeAll(async ({ browser: sharedBrowser }) => {
      browser = sharedBrowser
      shop = await openJourneyShop(options)
    })
    afterAll(() => shop?.close())
  }
  afterEach(async () => {
    const leaving = visitors.splice(0)
    for (const { context } of leaving) await context.close()
    expect(leaving.flatMap(({ complaints }) => complaints)).toEqual([])
    const lines = shop.complaints.splice(0)
    expect(lines.filter((line) => !expectedLines.some((pattern) => pattern.test(line)))).toEqual([])
    expectedLines = []
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
    command: (...args) => shop.command(...args),
    expectLogLine: (pattern) => void expectedLines.push(pattern),
  }
}
