import type { Page } from 'playwright-core'
import { visit } from '#test/support/shopper.ts'
import { type StoredEntry, storeEntries } from '#test/support/stored-state.ts'
import { READ_LIMIT_MS } from '#web/data/api.ts'
import type { ScreenShop } from './screen-shop.ts'

/** The setup of a screen's state: a page, its browser's storage, and the API's responses. */
export type Stage = {
  page: Page
  shop: ScreenShop
  /** Stores an entry in the browser before a page is opened. */
  store: (entry: StoredEntry) => void
  /** Opens a server-rendered page and waits until it is hydrated. */
  visit: (path: string) => Promise<void>
  /** Mocks the response to matching requests. `path` is a Playwright pattern below /api/. */
  respond: (path: string, json: unknown, status?: number) => Promise<void>
  /** Responds with an error; by default with one that is not retried. */
  fail: (path: string, status?: number) => Promise<void>
  /** Never responds, and the page never gives up waiting, however long it is inspected. Before the page is opened. */
  hold: (path: string) => Promise<void>
  /** Aborts requests, as without a network. */
  cut: (path: string) => Promise<void>
  /** Leaves the page, which then logs nothing more, and removes what was set up for it. */
  clear: () => Promise<void>
}

/** Prepares a cleared page for a screen. */
export function setStage(page: Page, shop: ScreenShop): Stage {
  const remembered: StoredEntry[] = []
  const patience: Awaited<ReturnType<Page['addInitScript']>>[] = []
  let isEntered = false
  const enter = async () => {
    if (isEntered) return
    isEntered = true
    await storeEntries(page, remembered)
  }
  const route = async (path: string, handle: Parameters<Page['route']>[1]) => {
    await page.route(`**/api/${path}`, handle)
  }
  return {
    page,
    shop,
    store: (entry) => void remembered.push(entry),
    visit: async (path) => {
      await enter()
      await visit(page, path)
    },
    respond: (path, json, status = 200) => route(path, (to) => to.fulfill({ status, json })),
    fail: (path, status = 400) => route(path, (to) => to.fulfill({ status, body: '' })),
    hold: async (path) => {
      await route(path, () => {})
      patience.push(await page.addInitScript(neverGiveUp, READ_LIMIT_MS))
    },
    cut: (path) => route(path, (to) => to.abort('internetdisconnected')),
    clear: async () => {
      try {
        await page.goto('about:blank')
      } finally {
        await page.unrouteAll({ behavior: 'ignoreErrors' })
        for (const script of patience) await script.dispose()
      }
    },
  }
}

/** Runs in the page, before its scripts: its requests are given up after `givesUpMs` at the earliest. */
function neverGiveUp(givesUpMs: number): void {
  const { setTimeout } = window
  window.setTimeout = ((then: TimerHandler, ms = 0, ...args: unknown[]) =>
    ms < givesUpMs ? setTimeout(then, ms, ...args) : 0) as typeof setTimeout
}
