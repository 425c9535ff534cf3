import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { holdNotices, until } from './shopper.ts'

/** What somebody has set as the size of text, such as "200%"; '' is the usual one. */
export const setTextSize = (page: Page, size: string) =>
  page.evaluate((each) => {
    document.documentElement.style.fontSize = each
  }, size)

/**
 * By how much the page or an open dialog, in its own typeface, is wider than its window: nobody should have to scroll
 * sideways.
 */
export async function overflowPx(page: Page): Promise<number> {
  // A font is only loaded once a layout needs it, and the layout it changes may need another. Not `fonts.ready`, which waits
  // without a limit, and for a layout after the last font.
  await until(page, () => document.documentElement.scrollWidth > 0 && document.fonts.status !== 'loading')
  return page.evaluate(() => {
    const scrolling = document.querySelectorAll('[role="dialog"], [role="dialog"] > *')
    const overPx = [...scrolling].map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
    return Math.max(0, document.documentElement.scrollWidth - innerWidth, ...overPx)
  })
}

/** The same in the fallback font, which is used until Archivo has loaded, and always when Save-Data is on. */
export async function overflowPxInFallbackFace(page: Page): Promise<number> {
  const root = page.locator('html')
  const was = await root.getAttribute('data-saver')
  if (was === null) await root.evaluate((html) => html.setAttribute('data-saver', ''))
  const overPx = await overflowPx(page)
  if (was === null) await root.evaluate((html) => html.removeAttribute('data-saver'))
  return overPx
}

/** Controls too small for a finger, with their sizes. A link in a sentence is exempt. */
export function listSmallTargets(page: Page, leastPx = 44): Promise<string[]> {
  return page.evaluate((least) => {
    const small: string[] = []
    for (const control of document.querySelectorAll('a[href], button, input, select, textarea, summary')) {
      if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: false })) continue
      const isStretched = getComputedStyle(control, '::after').position === 'absolute'
      const covers = isStretched && control instanceof HTMLElement ? control.offsetParent : control
      const { width, height, right, bottom } = (
        control.closest('label') ??
        covers ??
        control
      ).getBoundingClientRect()
      const isAway = right <= 0 || bottom + scrollY <= 0 || width <= 1
      const isInSentence =
        control.matches('a') &&
        [...(control.parentElement?.childNodes ?? [])].some(
          (node) => node.nodeType === Node.TEXT_NODE && /\w/.test(node.textContent ?? ''),
        )
      if (isAway || isInSentence) continue
      if (Math.round(width) < least || Math.round(height) < least) {
        const name = control.getAttribute('aria-label') ?? control.textContent?.trim() ?? ''
        small.push(`"${name}" is ${Math.round(width)} × ${Math.round(height)}`)
      }
    }
    return small
  }, leastPx)
}

/**
 * Words that are broken between two lines because there is no room for them. Not longer ones than any language has, nor
 * codes and addresses; a table's columns share what there is.
 */
export function listBrokenWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const range = document.createRange()
    const isOnOneLine = (node: Node, from: number, to: number) => {
      range.setStart(node, from)
      range.setEnd(node, to)
      const [first, ...others] = [...range.getClientRects()].filter(({ width }) => width > 1)
      // Headlines are set so tight that the boxes of two lines overlap.
      return first === undefined || others.every(({ top }) => top < (first.top + first.bottom) / 2)
    }
    const broken: string[] = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const text = node.textContent ?? ''
      if (node.parentElement?.closest('.sr-only, td') || isOnOneLine(node, 0, text.length)) continue
      for (const { 0: word, index } of text.matchAll(/(?<=^|[\s(])\p{L}{2,20}(?=[\s,.:;!?)]|$)/gu)) {
        if (!isOnOneLine(node, index, index + word.length)) broken.push(`breaks the word "${word}"`)
      }
    }
    return broken
  })
}

/** No toast covers a field, a button or a heading of the page; the header it may. */
export async function expectNothingUnderToasts(page: Page): Promise<void> {
  await holdNotices(page)
  const toast = page.getByRole('region', { name: 'Notifications' }).locator('[role$="dialog"]')
  await expect
    .poll(() =>
      toast.first().evaluate((shown) => {
        const { top, bottom } = shown.getBoundingClientRect()
        const isUnder = (part: Element) => {
          const box = part.getBoundingClientRect()
          return box.height > 1 && box.top < bottom && box.bottom > top
        }
        const parts = document.querySelectorAll('main :is(input, button, a, h1, h2)')
        return [...parts].filter(isUnder).map((part) => part.outerHTML.slice(0, 200))
      }),
    )
    .toEqual([])
}
