import type { Page } from 'playwright-core'
import { visit } from '#test/support/shopper.ts'
import type { ScreenShop } from './screen-shop.ts'

/** What a browser has kept from before: in the words of web/state. */
type Kept = { name: string; state: unknown; isOfTab?: boolean }

/** Where a screen is brought into its state: a page, what its browser remembers, and how the API answers it. */
export type Stage = {
  page: Page
  shop: ScreenShop
  /** Puts something into the browser's memory before a page is opened. */
  keep: (kept: Kept) => void
  /** Opens a page as the server renders it, and waits until its script has taken over. */
  visit: (path: string) => Promise<void>
  /** Every request that fits gets this answer. `path` is a pattern of playwright below /api/. */
  answer: (path: string, json: unknown, status?: number) => Promise<void>
  /** Refused: with an answer that nobody asks for again. */
  fail: (path: string, status?: number) => Promise<void>
  /** Asked, and never answered. */
  hold: (path: string) => Promise<void>
  /** Gets no answer at all: the network is gone. */
  cut: (path: string) => Promise<void>
}

/** What is kept is written at an address of the shop that shows none of its pages. */
const THRESHOLD = '/healthz'

/** Clears what an earlier screen left in this page, and makes it ready for the next. */
export async function setStage(page: Page, shop: ScreenShop): Promise<Stage> {
  await page.goto('about:blank')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  const remembered: Kept[] = []
  let isEntered = false
  const enter = async () => {
    if (isEntered) return
    isEntered = true
    await page.goto(THRESHOLD)
    await page.evaluate((all) => {
      localStorage.clear()
      sessionStorage.clear()
      for (const { name, state, isOfTab } of all) {
        const storage = isOfTab ? sessionStorage : localStorage
        storage.setItem(name, JSON.stringify(state))
      }
    }, remembered)
  }
  const route = async (path: string, handle: Parameters<Page['route']>[1]) => {
    await page.route(`**/api/${path}`, handle)
  }
  return {
    page,
    shop,
    keep: (kept) => void remembered.push(kept),
    visit: async (path) => {
      await enter()
      await visit(page, path)
    },
    answer: (path, json, status = 200) => route(path, (to) => to.fulfill({ status, json })),
    fail: (path, status = 400) => route(path, (to) => to.fulfill({ status, body: '' })),
    hold: (path) => route(path, () => {}),
    cut: (path) => route(path, (to) => to.abort('internetdisconnected')),
  }
}
