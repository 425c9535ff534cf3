import { launchBrowser } from '#test/support/browser.ts'
import { findBrowser } from '#test/support/browser-program.ts'

const base = 'http://localhost:4871'
const browser = await launchBrowser(await findBrowser())
const context = await browser.newContext({
  baseURL: base,
  viewport: { width: 360, height: 800 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  locale: 'en-NG',
  timezoneId: 'Africa/Lagos',
})
context.setDefaultTimeout(15000)
const page = await context.newPage()
page.on('console', (m) => console.log('console', m.type(), m.text()))
page.on('pageerror', (e) => console.log('error', e.message))
const shot = (name: string) => page.screenshot({ path: `/tmp/look-${name}.png` })
try {
  await page.goto(process.argv[2] ?? '')
  await page.getByRole('button', { name: 'Go on' }).click()
  await page.getByRole('heading', { name: 'Your account', level: 1 }).waitFor()
  await page.waitForFunction(() => navigator.serviceWorker.controller?.scriptURL.endsWith('/admin/sw.js'))
  await page.goto('/admin/pack')
  await page.getByRole('heading', { name: /^Pick/ }).waitFor()
  const link = page.getByRole('link', { name: /^#/ }).nth(1)
  await link.click()
  await page.getByRole('button', { name: 'Hold back' }).waitFor()
  await page.waitForTimeout(2500)
  await page.goto('/admin/pack')
  await page.getByRole('heading', { name: /^Pick/ }).waitFor()
  await page.getByRole('checkbox').nth(0).check()
  await page.getByRole('checkbox').nth(2).check()
  await page.waitForTimeout(2500)
  await shot('pack')
  await context.setOffline(true)
  await page
    .getByRole('button', { name: /^Pack #/ })
    .nth(2)
    .scrollIntoViewIfNeeded()
  await page
    .getByRole('button', { name: /^Pack #/ })
    .nth(0)
    .click()
  await page
    .getByRole('button', { name: /^Pack #/ })
    .nth(1)
    .click()
  await page.waitForTimeout(500)
  await shot('offline')
  await page.getByRole('button', { name: /waiting/ }).click()
  await page.getByRole('dialog').waitFor()
  await page.waitForTimeout(400)
  await shot('dialog')
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('link', { name: /^#/ }).nth(0).click()
  await page.getByRole('button', { name: 'Hold back' }).click()
  await page.getByLabel('Reason').fill('the buyer called')
  await page.getByRole('dialog').getByRole('button', { name: 'Hold back' }).click()
  await page.waitForTimeout(3000)
  await shot('money')
  console.log(await page.locator('body').ariaSnapshot())
} catch (e) {
  console.log(e)
  await shot('failed')
}
await context.close()
await browser.close()
