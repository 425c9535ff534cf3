import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe finds wrong with the page as it stands, one line each. */
export async function listAxeViolations(page: Page): Promise<string[]> {
  // A document keeps it: a second look at the same one need not read half a megabyte of script again.
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
    // Style sheets and media would be read in advance for two rules: one does not run, and nothing here plays sound by itself.
    // The one frame there is, a mail's, lets no script in.
    const options = { resultTypes: ['violations'], preload: false, iframes: false }
    const { violations } = await axe.run(document, options)
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
  })
}
