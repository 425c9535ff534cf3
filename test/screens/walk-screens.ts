import type { Browser, Page } from 'playwright-core'
import { READ_LIMIT_MS } from '#shared/client/api.ts'
import { openVisitor, type Visitor, type VisitorOptions } from '#test/support/browser.ts'
import { existsAt, type Screen, type Walk } from './screen.ts'
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
   * Opens the screens of the walks, several pages of one browser in parallel, and inspects each. Returns the failures to open
   * or inspect one, and the browser's complaints.
   */
  walk: (walks: readonly Walk[], look: (screen: Screen, page: Page) => Promise<void>) => Promise<Fault[]>
  close: () => Promise<void>
}

/** Opens parallel pages, each with its own browser storage. */
export async function openLanes(browser: Browser, shop: ScreenShop, as: VisitorOptions): Promise<Lanes> {
  const visitors = await Promise.all(
    Array.from({ length: LANES }, async () => {
      const visitor = await openVisitor(browser, shop.url, as)
      visitor.expectComplaint(NETWORK)
      await visitor.context.addInitScript(neverGiveUp, READ_LIMIT_MS)
      return visitor
    }),
  )
  return {
    walk: async (walks, look) => {
      const waiting = [...walks]
      const faults: Fault[] = []
      const goOn = async (visitor: Visitor) => {
        for (let walk = waiting.shift(); walk; walk = waiting.shift())
          faults.push(...(await take(walk, visitor, shop, look)))
      }
      await Promise.all(visitors.map(goOn))
      return faults
    },
    close: async () => {
      for (const { context } of visitors) await context.close()
    },
  }
}

/** Runs in a page, before its scripts: a request that a screen holds is not given up, however long the screen is inspected. */
function neverGiveUp(givesUpMs: number): void {
  const { setTimeout } = window
  window.setTimeout = ((then: TimerHandler, ms = 0, ...args: unknown[]) =>
    ms < givesUpMs ? setTimeout(then, ms, ...args) : 0) as typeof setTimeout
}

async function take(
  walk: Walk,
  { page, complaints }: Visitor,
  shop: ScreenShop,
  look: (screen: Screen, page: Page) => Promise<void>,
): Promise<Fault[]> {
  const stage = setStage(page, shop)
  const width = page.viewportSize()?.width ?? 0
  const screens = walk.filter((screen) => existsAt(screen, width))
  const faults: Fault[] = []
  let at: Screen = walk[0]
  const blame = (why: string) => void faults.push({ screen: at.name, why })
  try {
    for (const screen of screens) {
      at = screen
      const examine = async () => {
        await screen.open(stage)
        await look(screen, page)
      }
      if ((await within(SCREEN_MS, examine())) === 'late')
        throw new Error(`stopped responding: ${await stateOf(page)}`)
    }
  } catch (error) {
    blame(error instanceof Error ? error.message : String(error))
  }
  // Before its complaints are counted: a page that is still open would log into the next walk's.
  await stage.clear().catch((error) => blame(`was not left: ${error}`))
  for (const why of complaints.splice(0)) if (!walk.some(({ complaint }) => complaint?.test(why))) blame(why)
  return faults
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
