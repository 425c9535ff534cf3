import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { openVisitor } from '#test/support/browser.ts'
import type { Screen } from './screen.ts'
import type { ScreenShop } from './screen-shop.ts'
import { setStage } from './stage.ts'

/** More than processors: a lane often waits for an answer. */
const LANES = 3

/** What the network says of answers that a screen withholds or spoils on purpose. */
const NETWORK = /^(answer \d+|failed request|console error: Failed to load resource)/

export type Fault = { screen: string; why: string }

/**
 * Brings every screen up, several pages of one browser at a time, and looks at each. Answers what could not be brought up
 * or looked at, and what the browser complained of meanwhile.
 */
export async function walkScreens(
  walk: { browser: Browser; shop: ScreenShop; screens: readonly Screen[]; as: BrowserContextOptions },
  look: (screen: Screen, page: Page) => Promise<void>,
): Promise<Fault[]> {
  const waiting = [...walk.screens]
  const faults: Fault[] = []
  const lane = async () => {
    const visitor = await openVisitor(walk.browser, walk.shop.url, walk.as)
    visitor.expectComplaint(NETWORK)
    for (let screen = waiting.shift(); screen; screen = waiting.shift()) {
      const { name } = screen
      try {
        await screen.open(await setStage(visitor.page, walk.shop))
        await look(screen, visitor.page)
      } catch (error) {
        faults.push({ screen: name, why: error instanceof Error ? error.message : String(error) })
      }
      const complaints = visitor.complaints.splice(0).filter((why) => !screen?.complaint?.test(why))
      faults.push(...complaints.map((why) => ({ screen: name, why })))
    }
    await visitor.context.close()
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return faults
}
