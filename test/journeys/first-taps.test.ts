import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openJourney } from '#test/support/journey.ts'
import { findProduct, saidInPassing, until, visit } from '#test/support/shopper.ts'

/** 250 kbit/s with 400 ms on the way, as many of the shop's visitors have it. */
const SLOW = { offline: false, latency: 400, downloadThroughput: 31_250, uploadThroughput: 31_250 }

const journey = openJourney()

/** The requests after a page has come with all that it fetches ahead, and with the pictures that wait for it. */
async function visitIdle(page: Page, path: string): Promise<string[]> {
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  await visit(page, path)
  await page.waitForLoadState('networkidle')
  await until(page, () => !('farWaits' in document.documentElement.dataset))
  expect(requested.filter((path) => path.startsWith('/assets/menu-panel-'))).toHaveLength(1)
  requested.length = 0
  return requested
}

test('on a slow line the first presses of a page wait for nothing but the screen', {
  tags: ['whole'],
}, async () => {
  const { page, context } = await journey.visitor({
    viewport: { width: 360, height: 800 },
    isMobile: true,
    hasTouch: true,
    becomesIdle: true,
  })
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', SLOW)
  const { id } = await findProduct(journey, 'Danfo Tee')
  const dialog = page.getByRole('dialog')
  const openAndClose = async (button: string | RegExp) => {
    await page.getByRole('button', { name: button }).first().tap()
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  }

  const onListing = await visitIdle(page, '/products')
  await openAndClose('Menu')
  await openAndClose(/^Filters/)
  await openAndClose(/^Cart/)
  await openAndClose(/^Wishlist/)
  await page.getByRole('combobox', { name: 'Search products' }).tap()
  await page.getByRole('listbox').waitFor()
  await page.keyboard.press('Escape')
  const refetched = (paths: string[]) => paths.filter((path) => /^\/(assets|api\/product)/.test(path))
  expect(refetched(onListing)).toEqual([])

  const onProduct = await visitIdle(page, `/products/${id}`)
  await openAndClose(/size guide/i)
  await page.getByRole('main').getByRole('button', { name: 'Danfo Tee: wishlist' }).tap()
  await saidInPassing(page, 'Added to Wishlist').waitFor()
  expect(refetched(onProduct)).toEqual([])
})
