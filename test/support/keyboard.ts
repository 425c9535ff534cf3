import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** Actions of keyboard users: every tab stop on the way must show a visible focus. */

const STOPS_MAX = 120

/** What is wrong with how the page shows the focused element; undefined if nothing is. */
export function findFocusFault(page: Page): Promise<string | undefined> {
  return page.evaluate(() => {
    const seenFrom = 0.5
    const at = document.activeElement
    if (at === null || at === document.body) return undefined
    const name = at.getAttribute('aria-label') ?? (at.textContent?.trim() || at.id)
    const box = at.getBoundingClientRect()
    const isInWindow = box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth
    if (!isInWindow) return `"${name}" has the focus out of sight`
    const upFrom = (element: Element | null): Element[] =>
      element === null ? [] : [element, ...upFrom(element.parentElement)]
    /** Whether the element clips its overflowing content; html and body, which scroll the page, clip nothing. */
    const isCutting = (element: Element) =>
      element !== document.documentElement &&
      element !== document.body &&
      getComputedStyle(element).overflow !== 'visible'
    const isRinged = (element: Element, pseudo?: string) => {
      const { outlineStyle, outlineWidth, outlineOffset, outlineColor } = getComputedStyle(element, pseudo)
      const widthPx = Number.parseFloat(outlineWidth)
      if (outlineStyle === 'none' || widthPx < 2 || /^rgba.*[,/] ?0\)$/.test(outlineColor)) return false
      const isInBoxOfAnother = pseudo !== undefined && getComputedStyle(element).position === 'static'
      const boxed = isInBoxOfAnother ? ((element as HTMLElement).offsetParent ?? element) : element
      const ring = boxed.getBoundingClientRect()
      const outPx = Number.parseFloat(outlineOffset) + widthPx / 2
      const cuts = upFrom(boxed.parentElement).filter(isCutting)
      return cuts.every((cutting) => {
        const cut = cutting.getBoundingClientRect()
        const isLeftIn = ring.left - outPx >= cut.left
        const isRightIn = ring.right + outPx <= cut.right
        const isTopIn = ring.top - outPx >= cut.top
        const isBottomIn = ring.bottom + outPx <= cut.bottom
        return (isLeftIn || isRightIn) && (isTopIn || isBottomIn)
      })
    }
    const opacity = upFrom(at).reduce((seen, element) => seen * Number(getComputedStyle(element).opacity), 1)
    if (opacity < seenFrom) return `"${name}" has the focus and cannot be seen`
    // The ring may be drawn around the element's parent or label, such as a card or a search box.
    const around = [at, at.parentElement, at.closest('label')].filter((element) => element !== null)
    const isShown = around.some((element) => isRinged(element)) || isRinged(at, '::after')
    return isShown ? undefined : `"${name}" has the focus without a ring that can be seen`
  })
}

/** Presses the key until the target has the focus. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await target.waitFor()
  for (let stops = 0; stops < STOPS_MAX; stops += 1) {
    await page.keyboard.press(key)
    await expect.poll(() => findFocusFault(page)).toBe(undefined)
    if (await hasFocus(target)) return
  }
  throw new Error(`${STOPS_MAX} stops do not lead to ${target}`)
}

/** A select discards the typed prefix when the next letter comes a second later. */
const FORGETS_MS = 1_500

/** Types into the focused select. Retries if a letter came too late to extend the typed prefix. */
export async function chooseByTyping(select: Locator, text: string): Promise<void> {
  const { keyboard } = select.page()
  await expect
    .poll(
      async () => {
        // A space that came too late opens the list.
        await keyboard.press('Escape')
        await keyboard.type(text)
        return (await select.inputValue()).startsWith(text)
      },
      { interval: FORGETS_MS },
    )
    .toBe(true)
}

export function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluate((element) => element === document.activeElement)
}

export function hasFocusWithin(part: Locator): Promise<boolean> {
  return part.evaluate((element) => element.contains(document.activeElement))
}

/** Tabs over the edge of an open panel or dialog and back: the focus must never leave it, and Escape must then close it. */
export async function crossEdgeAndLeave(page: Page, panel: Locator): Promise<void> {
  await panel.waitFor()
  await expect.poll(() => holdsFocus(panel)).toBe(true)
  for (const key of ['Shift+Tab', 'Shift+Tab', 'Shift+Tab', 'Tab', 'Tab', 'Tab', 'Tab']) {
    await page.keyboard.press(key)
    await expect.poll(() => holdsFocus(panel)).toBe(true)
  }
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
}

/** Between the last stop and the first, the focus is on the browser's own toolbar and `activeElement` is the body. */
function holdsFocus(panel: Locator): Promise<boolean> {
  return panel.evaluate(
    (element) => element.contains(document.activeElement) || document.activeElement === document.body,
  )
}

/** Distances of the tab stops inside `part` from the top of the page, in tab order. */
export async function listStopHeights(page: Page, part: Locator): Promise<number[]> {
  const stops = await part.locator('a, button, input, select, textarea').count()
  const heights: number[] = []
  await part.evaluate((element) => {
    element.setAttribute('tabindex', '-1')
    ;(element as HTMLElement).focus()
  })
  for (let stop = 0; stop < stops; stop += 1) {
    await page.keyboard.press('Tab')
    const height = await part.evaluate((element) => {
      const at = document.activeElement
      return at !== null && element.contains(at) ? at.getBoundingClientRect().top + scrollY : undefined
    })
    if (height === undefined) break
    heights.push(Math.round(height))
  }
  return heights
}

/** The label of the field that has the focus. */
export const focusedLabel = (page: Page) =>
  page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.labels?.[0]?.textContent)
