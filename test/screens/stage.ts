import type { Page } from 'playwright-core'
import { heading, visit } from '#test/support/shopper.ts'
import { type StoredEntry, storeEntries, THRESHOLD } from '#test/support/stored-state.ts'
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
  /** Does not respond until `release`. */
  hold: (path: string) => Promise<void>
  /** Responds to all requests that are held, and from now on to those that would be; by default with an error that is not retried. */
  release: (status?: number, json?: unknown) => void
  /** Aborts requests, as without a network. */
  cut: (path: string) => Promise<void>
  /** Leaves the page, which then logs nothing more, and removes what was set up for it. */
  clear: () => Promise<void>
}

/** Prepares a cleared page for a walk. */
export function setStage(page: Page, shop: ScreenShop): Stage {
  const remembered: StoredEntry[] = []
  const { promise: released, resolve: release } = Promise.withResolvers<{ status: number; json: unknown }>()
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
    hold: (path) => route(path, async (to) => to.fulfill(await released)),
    release: (status = 400, json = {}) => release({ status, json }),
    cut: (path) => route(path, (to) => to.abort('internetdisconnected')),
    clear: async () => {
      try {
        await page.goto(THRESHOLD)
      } finally {
        await page.unrouteAll({ behavior: 'ignoreErrors' })
      }
    },
  }
}

export async function visitProduct(stage: Stage, name: string): Promise<void> {
  const { id } = await stage.shop.find(name)
  await stage.visit(`/products/${id}`)
  await heading(stage.page, name).first().waitFor()
}
