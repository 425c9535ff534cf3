import type { Browser } from 'playwright-core'
import { afterAll, afterEach, expect } from 'vitest'
import { listEntries } from './belongings.ts'
import { openVisitor, type Visitor } from './browser.ts'
import { inWorker, type JourneyShop, openJourneyShop } from './journey-shop.ts'
import type { Journey } from './journey-type.ts'
import { storeEntries } from './stored-state.ts'

/**
 * Opens a shop and a browser to one test file. After each test all visitors are closed; complaints of the browsers and of the
 * shop's log that the test did not expect make it fail. A file that changes the catalogue or what is left of scarce products, or
 * meets the shop's limits, has a shop of its own (`shop: 'own'`), as has one with another catalogue than the journeys' own (its
 * folder). In the shared shop a product may have reviews from other files.
 */
export function openJourney(
  options: { shop?: 'shared' | 'own'; catalogue?: string; env?: Record<string, string> } = {},
): Journey {
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

  const journey: Journey = {
    url: () => shop.url,
    visitor: async ({ cart, wishlist, member, typed, place, ...options } = {}) => {
      const visitor = await openVisitor(browser, shop.url, {
        becomesIdle: options.serviceWorkers === 'allow',
        ...options,
      })
      visitors.push(visitor)
      const entries = await listEntries(journey, { cart, wishlist, member, typed, place })
      if (entries.length > 0) await storeEntries(visitor.page, entries)
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
    sandbox: async (path, body) => {
      const authorization = `Bearer ${await shop.sandboxKey()}`
      const { status, text } = await journey.ask('POST', `/sandbox${path}`, body, { authorization })
      if (status !== 200) throw new Error(`The sandbox: ${text}`)
    },
    expectLogLine: (pattern) => void expectedLines.push(pattern),
  }
  return journey
}
