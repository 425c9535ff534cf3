import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { openVisitor, type Visitor } from '#test/support/browser.ts'
import type { Screen } from './screen.ts'
import type { ScreenShop } from './screen-shop.ts'
import { setStage } from './stage.ts'

/** More than there are processors, since a lane often waits for a response. */
const LANES = 3

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
  try {
    await screen.open(await setStage(page, shop))
    await look(screen, page)
  } catch (error) {
    failures.push(error instanceof Error ? error.message : String(error))
  }
  return [...failures, ...complaints.splice(0).filter((why) => !screen.complaint?.test(why))]
}
