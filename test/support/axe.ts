import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The violations that axe finds in the page's current state, one line each. */
export async function listAxeViolations(page: Page): Promise<string[]> {
  // The document keeps it, so a second check of the same document does not evaluate half a megabyte of script again.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE)
  return page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: {
        run: (
          root: Document,
          options: object,
        ) => Promise<{ violations: { id: string; nodes: { target: unknown[] }[] }[] }>
      }
    }
    // `preload` fetches style sheets and media for two rules: one does not run, and nothing here plays sound by itself.
    // The only iframe, a mail's, allows no script.
    const options = { resultTypes: ['violations'], preload: false, iframes: false }
    const { violations } = await axe.run(document, options)
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
  })
}
