import type { Page } from 'playwright-core'
import type { Screen } from './screen.ts'

/**
 * The texts that a screen wrongly shows or lacks. Visible text is compared exactly, including case; icons inside an element and
 * text that is only for screen readers are ignored.
 */
export async function listTextFaults(page: Page, { shows = [], lacks = [] }: Screen): Promise<string[]> {
  const seen = await page.evaluate(() => {
    const wordsOf = (element: Element): string =>
      [...element.childNodes]
        .map((node) => {
          if (!(node instanceof Element)) return node.nodeType === Node.TEXT_NODE ? node.textContent : ''
          const isAside = node.matches('[aria-hidden=true], .sr-only, svg, script, style, noscript')
          return isAside ? '' : wordsOf(node)
        })
        .join('')
        .replace(/\s+/g, ' ')
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.checkVisibility())
      .map((element) => wordsOf(element).trim())
  })
  return [
    ...shows.filter((text) => !seen.includes(text)).map((text) => `does not show “${text}”`),
    ...lacks.filter((text) => seen.includes(text)).map((text) => `shows “${text}”`),
  ]
}
