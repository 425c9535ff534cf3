import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { existsAt, type Screen, type Walk } from '#test/screens/screen.ts'
import { WALKS } from '#test/screens/screen-list.ts'
import { openScreenShop, type ScreenShop } from '#test/screens/screen-shop.ts'
import { listTextFaults } from '#test/screens/text-fault.ts'
import { type Lanes, openLanes } from '#test/screens/walk-screens.ts'
import { listAxeViolations } from '#test/support/axe.ts'
import { launchBrowser } from '#test/support/browser.ts'
import {
  listBrokenWords,
  listSmallTargets,
  overflowPx,
  overflowPxInFallbackFace,
  setTextSize,
} from '#test/support/layout.ts'
import { isWhole } from '#test/support/proof.ts'
import { getShared } from '#test/support/shared.ts'
import { holdNotices } from '#test/support/shopper.ts'
import { listStructureFaults } from '#test/support/structure.ts'

const PHONE = { width: 360, height: 800 }
const DESK = { width: 1440, height: 900 }
/** A desktop at 400 % zoom, and the smallest phone. */
const NARROWEST = { width: 320, height: 640 }

// Every screen, one after the other in each of a few pages.
vi.setConfig({ testTimeout: 1_800_000 })

/**
 * `npm run prove` examines every screen at every size. `npm test` goes along each walk to the last screen that proves a sentence of
 * the specification, and of each room examines only the first page in every respect, on a phone; of the others whether they say
 * what they should and fit there.
 */
const walks = isWhole ? WALKS : WALKS.flatMap(untilProven)
const screens = walks.flat()
const roomOf = ({ name }: Screen) => name.slice(0, name.indexOf('/'))
const examples = new Set(
  [...Map.groupBy(screens, roomOf).values()].map((room) => room.find(({ isOver }) => !isOver)),
)

function untilProven([first, ...others]: Walk): Walk[] {
  const last = others.findLastIndex(({ proves }) => proves !== undefined)
  return last === -1 && first.proves === undefined ? [] : [[first, ...others.slice(0, last + 1)]]
}

let browser: Browser
let shop: ScreenShop
let lanes: Lanes
beforeAll(async () => {
  ;[browser, shop] = await Promise.all([
    getShared('browser').then(launchBrowser),
    openScreenShop({ onePicture: true }),
  ])
  lanes = await openLanes(browser, shop, { viewport: PHONE, hasTouch: true, becomesIdle: isWhole })
})
afterAll(async () => {
  await browser?.close()
  await shop?.close()
})

test('no two screens have the same name', () => {
  const names = WALKS.flat().map(({ name }) => name)
  expect([...new Set(names)]).toEqual(names)
})

test('every screen is accessible and says what it should', {
  tags: [...new Set(screens.flatMap(({ proves = [] }) => proves))],
}, async () => {
  const found: string[] = []
  const add = (screen: Screen, at: string, faults: readonly string[]) =>
    found.push(...faults.map((fault) => `${screen.name} on a ${at}: ${fault}`))
  const look = async (screen: Screen, at: string, page: Page) => {
    await holdNotices(page)
    add(screen, at, await listTextFaults(page, screen))
    add(screen, at, await listAxeViolations(page))
    add(screen, at, await listStructureFaults(page))
    add(screen, at, await listBrokenWords(page))
    add(screen, at, await listOverflow(page))
  }
  const enlarge = async (screen: Screen, at: string, page: Page) => {
    await setTextSize(page, '200%')
    add(screen, `${at} with text of double size`, await listOverflow(page))
  }
  const faults = await lanes.walk(walks, async (screen, page) => {
    if (!isWhole && !examples.has(screen)) {
      await holdNotices(page)
      add(screen, 'phone', await listTextFaults(page, screen))
      add(screen, 'phone', await listOverflow(page))
      return
    }
    await look(screen, 'phone', page)
    add(screen, 'phone', await listSmallTargets(page))
    await page.setViewportSize(NARROWEST)
    add(screen, 'very small phone', await listOverflow(page))
    await enlarge(screen, 'very small phone', page)
    await setTextSize(page, '')
    if (isWhole && existsAt(screen, DESK.width)) {
      await page.setViewportSize(DESK)
      await look(screen, 'desktop', page)
      await enlarge(screen, 'desktop', page)
      const inFallbackFace = await overflowPxInFallbackFace(page)
      if (inFallbackFace > 0)
        found.push(`${screen.name} in the fallback face is ${inFallbackFace} px too wide`)
      await setTextSize(page, '')
    }
    await page.setViewportSize(PHONE)
  })
  expect({ faults, found }).toEqual({ faults: [], found: [] })
})

async function listOverflow(page: Page): Promise<string[]> {
  const px = await overflowPx(page)
  return px > 0 ? [`${px} px wider than the window`] : []
}
