import type { Page } from 'playwright-core'
import type { Screen } from './screen.ts'

/**
 * The texts that the screen is to show and does not. An element's own words count, to the letter and the case; pictures and
 * other marks inside of it, and what is only there to be heard, do not.
 */
export function listMissingTexts(page: Page, { shows = [] }: Screen): Promise<string[]> {
  return page.evaluate((wanted) => {
    const wordsOf = (element: Element): string =>
      [...element.childNodes]
        .map((node) => {
          if (!(node instanceof Element)) return node.nodeType === Node.TEXT_NODE ? node.textContent : ''
          const isAside = node.matches('[aria-hidden=true], .sr-only, svg, script, style, noscript')
          return isAside ? '' : wordsOf(node)
        })
        .join('')
        .replace(/\s+/g, ' ')
    const seen = new Set<string>()
    for (const element of document.querySelectorAll('body *')) {
      if (element.checkVisibility({ opacityProperty: false })) seen.add(wordsOf(element).trim())
    }
    return wanted.filter((text) => !seen.has(text))
  }, shows)
}
