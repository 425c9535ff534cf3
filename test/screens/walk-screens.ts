import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { openVisitor, type Visitor } from '#test/support/browser.ts'
import type { Screen } from './screen.ts'
import type { ScreenShop } from './screen-shop.ts'
import { setStage } from './stage.ts'

/** More than there are processors, since a lane often waits for a response. */
const LANES = 3

/** Far more than a screen takes. A call into a page that has stopped responding has no limit of its own. */
const SCREEN_MS = 150_000
const STATE_MS = 5_000

/** Network complaints about responses that a screen withholds or breaks on purpose. */
const NETWORK = /^(answer \d+|failed request|console error: Failed to load resource)/

export type Fault = { screen: string; why: string }

export type Lanes = {
  /**
   * Opens the screens, several pages of one browser in parallel, and inspects each. Returns the failures to open or inspect
   * one, and the browser's complaints.
   */
  walk: (screens: readonly Screen[], look: (screen: Screen, page: Page) => Promise<void>) => Promise<Fault[]>
  close: () => Promise<void>
}

/** Opens parallel pages, each with its own browser storage. */
export async function openLanes(
  browser: Browser,
  shop: ScreenShop,
  as: BrowserContextOptions,
): Promise<Lanes> {
  const visitors = await Promise.all(
    Array.from({ length: LANES }, async () => {
      const visitor = await openVisitor(browser, shop.url, as)
      visitor.expectComplaint(NETWORK)
      return visitor
    }),
  )
  return {
    walk: async (screens, look) => {
      const waiting = [...screens]
      const faults: Fault[] = []
      const goOn = async (visitor: Visitor) => {
        for (let screen = waiting.shift(); screen; screen = waiting.shift()) {
          for (const why of await visit(screen, visitor, shop, look))
            faults.push({ screen: screen.name, why })
        }
      }
      await Promise.all(visitors.map(goOn))
      return faults
    },
    close: async () => {
      for (const { context } of visitors) await context.close()
    },
  }
}

async function visit(
  screen: Screen,
  { page, complaints }: Visitor,
  shop: ScreenShop,
  look: (screen: Screen, page: Page) => Promise<void>,
): Promise<string[]> {
  const failures: string[] = []
  const stage = setStage(page, shop)
  const examine = async () => {
    await screen.open(stage)
    await look(screen, page)
  }
  try {
    if ((await within(SCREEN_MS, examine())) === 'late')
      failures.push(`stopped responding: ${await stateOf(page)}`)
  } catch (error) {
    failures.push(error instanceof Error ? error.message : String(error))
  }
  // Before its complaints are counted: a page that is still open would log into the next screen's.
  await stage.clear().catch((error) => failures.push(`was not left: ${error}`))
  return [...failures, ...complaints.splice(0).filter((why) => !screen.complaint?.test(why))]
}

async function within<Value>(ms: number, work: Promise<Value>): Promise<Value | 'late'> {
  const { promise: late, resolve } = Promise.withResolvers<'late'>()
  const timer = setTimeout(resolve, ms, 'late')
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** What a page waits for, or 'late' if its script is not running at all. */
function stateOf(page: Page): Promise<string> {
  const state = page.evaluate(() => {
    const fonts = [...document.fonts].map(({ family, unicodeRange, status }) => [
      family,
      unicodeRange,
      status,
    ])
    return JSON.stringify({
      url: location.href,
      ready: document.readyState,
      fonts: document.fonts.status,
      faces: fonts,
    })
  })
  return within(STATE_MS, state)
}
