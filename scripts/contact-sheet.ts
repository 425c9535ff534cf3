// Takes screenshots of every screen in every state at three widths, and lays them out on one page to browse, and on sheets.
// Arguments select screens by part of their name, such as "checkout" or "product/sold-out".
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { existsAt, type Screen } from '#test/screens/screen.ts'
import { WALKS } from '#test/screens/screen-list.ts'
import { openScreenShop } from '#test/screens/screen-shop.ts'
import { type Fault, openLanes } from '#test/screens/walk-screens.ts'
import { launchBrowser } from '#test/support/browser.ts'
import { findBrowser } from '#test/support/browser-program.ts'
import { ROOT } from './stamp.mjs'

const FOLDER = join(ROOT, 'test-results/contact-sheet')
/** Phone, tablet and desktop, with `perRow` screenshots per row of a sheet. */
const VIEWPORTS = [
  { width: 360, height: 800, deviceScaleFactor: 2, perRow: 5 },
  { width: 768, height: 1024, deviceScaleFactor: 1, perRow: 4 },
  { width: 1440, height: 900, deviceScaleFactor: 1, perRow: 3 },
]
type Viewport = (typeof VIEWPORTS)[number]
const PHOTO_MAX_PX = 6_000
const SHEET_WIDTH_PX = 1_600

const fileOf = (screen: Screen, { width }: Viewport) => `${screen.name.replaceAll('/', '-')}-${width}.png`

/** Loads lazy pictures too, without scrolling. */
async function loadPictures(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager'
    const shown = [...document.images].filter((image) => image.getClientRects().length > 0)
    await Promise.all(shown.map((image) => image.decode().catch(() => {})))
    await document.fonts.ready
  })
}

async function photograph(screen: Screen, page: Page, viewport: Viewport): Promise<void> {
  await loadPictures(page)
  await page.mouse.move(0, 0)
  const path = join(FOLDER, fileOf(screen, viewport))
  if (screen.isOver) {
    await page.screenshot({ path })
    return
  }
  await page.evaluate(() => scrollTo(0, 0))
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  const clip = { x: 0, y: 0, width: viewport.width, height: Math.min(height, PHOTO_MAX_PX) }
  await page.screenshot({ path, fullPage: true, clip })
}

const roomOf = (screen: Screen) => screen.name.slice(0, screen.name.indexOf('/'))

function inChunks<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, place) =>
    items.slice(place * size, (place + 1) * size),
  )
}

type Sheet = { name: string; viewport: Viewport; screens: Screen[] }

function listSheets(screens: readonly Screen[]): Sheet[] {
  const rooms = [...new Set(screens.map(roomOf))]
  return rooms.flatMap((room) =>
    VIEWPORTS.flatMap((viewport) => {
      const here = screens.filter((screen) => roomOf(screen) === room && existsAt(screen, viewport.width))
      return inChunks(here, viewport.perRow).map((chunk, place) => ({
        name: `sheet-${room}-${viewport.width}-${place + 1}`,
        viewport,
        screens: chunk,
      }))
    }),
  )
}

const STYLE = `
body{margin:0;background:#777;font:13px/1.4 sans-serif;color:#fff}
section{box-sizing:border-box;width:${SHEET_WIDTH_PX}px;padding:16px;display:grid;gap:16px;align-items:start;background:#777}
h2{grid-column:1/-1;margin:0;font-size:20px}
figure{margin:0;min-width:0}
a{display:block;color:inherit;max-height:1100px;overflow:hidden}
img{display:block;width:100%;height:auto}
`

function sheetHtml({ name, viewport, screens }: Sheet): string {
  const figures = screens.map((screen) => {
    const file = fileOf(screen, viewport)
    return `<figure><figcaption>${screen.name}</figcaption><a href="${file}"><img src="${file}" alt="${screen.name} at ${viewport.width} pixels"></a></figure>`
  })
  return `<section id="${name}" style="grid-template-columns:repeat(${viewport.perRow},minmax(0,1fr))"><h2>${name}</h2>${figures.join('')}</section>`
}

async function layOut(browser: Browser, sheets: readonly Sheet[]): Promise<void> {
  const index = join(FOLDER, 'index.html')
  const body = sheets.map(sheetHtml).join('\n')
  writeFileSync(
    index,
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Contact sheet</title><style>${STYLE}</style>${body}</html>`,
  )
  const page = await browser.newPage({ viewport: { width: SHEET_WIDTH_PX, height: 1_000 } })
  await page.goto(`file://${index}`)
  for (const { name } of sheets)
    await page.locator(`#${name}`).screenshot({ path: join(FOLDER, `${name}.png`) })
  await page.close()
}

const parts = process.argv.slice(2)
const isWanted = ({ name }: Screen) => parts.length === 0 || parts.some((part) => name.includes(part))
const walks = WALKS.filter((walk) => walk.some(isWanted))
const screens = walks.flat().filter(isWanted)
rmSync(FOLDER, { recursive: true, force: true })
mkdirSync(FOLDER, { recursive: true })
const startedMs = performance.now()
const [shop, browser] = await Promise.all([openScreenShop(), findBrowser().then(launchBrowser)])
const faults: Fault[] = []
try {
  for (const viewport of VIEWPORTS) {
    const { width, height, deviceScaleFactor } = viewport
    const lanes = await openLanes(browser, shop, { viewport: { width, height }, deviceScaleFactor })
    const look = async (screen: Screen, page: Page) => {
      if (isWanted(screen)) await photograph(screen, page, viewport)
    }
    faults.push(...(await lanes.walk(walks, look)))
    await lanes.close()
    process.stdout.write(`${walks.length} walks at ${width} px\n`)
  }
  await layOut(browser, listSheets(screens))
} finally {
  await browser.close()
  await shop.close()
}
for (const { screen, why } of faults) process.stderr.write(`${screen}: ${why}\n`)
const seconds = Math.round((performance.now() - startedMs) / 1_000)
process.stdout.write(`${relative(ROOT, join(FOLDER, 'index.html'))} after ${seconds} s\n`)
process.exit(faults.length === 0 ? 0 : 1)
