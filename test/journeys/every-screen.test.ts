import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { existsAt, type Screen } from '#test/screens/screen.ts'
import { SCREENS } from '#test/screens/screen-list.ts'
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
import { holdNotices } from '#test/support/shopper.ts'
import { listStructureFaults } from '#test/support/structure.ts'

const PHONE = { width: 360, height: 800 }
const DESK = { width: 1440, height: 900 }
/** A desktop at 400 % zoom, and the smallest phone. */
const NARROWEST = { width: 320, height: 640 }

// A room has up to a dozen screens, each examined twice.
vi.setConfig({ testTimeout: 600_000 })

/** `npm run prove` examines every screen at every size; `npm test` does so with the first of each room. */
const isWhole = process.env.PROOF === 'whole'

let browser: Browser
let shop: ScreenShop
let lanes: Lanes
beforeAll(async () => {
  ;[browser, shop] = await Promise.all([launchBrowser(inject('browserProgram')), openScreenShop()])
  lanes = await openLanes(browser, shop, { viewport: PHONE, hasTouch: true })
})
afterAll(async () => {
  await browser?.close()
  await shop?.close()
})

test('no two screens have the same name', () => {
  const names = SCREENS.map(({ name }) => name)
  expect([...new Set(names)]).toEqual(names)
})

const rooms = [...new Set(SCREENS.map(({ name }) => name.split('/')[0] ?? ''))]

for (const room of rooms) {
  const screens = SCREENS.filter(({ name }) => name.startsWith(`${room}/`))
  const tags = [...new Set(screens.flatMap(({ proves = [] }) => proves))]
  test(`${room} is accessible in every state, on a phone and on a desktop`, { tags }, async () => {
    const found: string[] = []
    const look = async (screen: Screen, at: string, page: Page) => {
      const { name } = screen
      await holdNotices(page)
      const violations = await listAxeViolations(page)
      const over = await overflowPx(page)
      found.push(...(await listTextFaults(page, screen)).map((fault) => `${name} on a ${at} ${fault}`))
      found.push(...violations.map((violation) => `${name} on a ${at}: ${violation}`))
      found.push(...(await listStructureFaults(page)).map((fault) => `${name} on a ${at} ${fault}`))
      found.push(...(await listBrokenWords(page)).map((fault) => `${name} on a ${at} ${fault}`))
      if (over > 0) found.push(`${name} on a ${at} is ${over} px wider than its window`)
    }
    const faults = await lanes.walk(screens, async (screen, page) => {
      const isExample = isWhole || screen === screens[0]
      await look(screen, 'phone', page)
      found.push(...(await listSmallTargets(page)).map((target) => `${screen.name}: ${target}`))
      await page.setViewportSize(NARROWEST)
      const over = await overflowPx(page)
      if (over > 0) found.push(`${screen.name} is ${over} px wider than 320 px`)
      if (isExample) {
        await setTextSize(page, '200%')
        const enlarged = await overflowPx(page)
        if (enlarged > 0)
          found.push(`${screen.name} is ${enlarged} px wider than 320 px with text of double size`)
        await setTextSize(page, '')
      }
      if (isExample && existsAt(screen, DESK.width)) {
        await page.setViewportSize(DESK)
        await look(screen, 'desk', page)
        await setTextSize(page, '200%')
        const larger = await overflowPx(page)
        if (larger > 0) found.push(`${screen.name} is ${larger} px too wide with text of double size`)
        const standingIn = await overflowPxInFallbackFace(page)
        if (standingIn > 0) {
          found.push(
            `${screen.name} is ${standingIn} px too wide with text of double size in the fallback face`,
          )
        }
      }
      await page.setViewportSize(PHONE)
    })
    expect({ faults, found }).toEqual({ faults: [], found: [] })
  })
}
