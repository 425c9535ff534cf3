/**
 * Lighthouse on the shop with the demo catalogue: a simulated cheap phone on slow 4G, five runs per page, medians printed.
 * Anything else running on the machine makes the numbers worse, so the load is printed too.
 *
 *     npm run bench:lighthouse
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type BrowserProgram, findBrowser } from '../../test/support/browser-program.ts'
import { newDataDir, runShopCommand, startShop } from '../../test/support/server.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const CLI = join(import.meta.dirname, 'node_modules/lighthouse/cli/index.js')
const TRACED = pathToFileURL(join(import.meta.dirname, 'traced.mjs')).href
const RUNS = Number(process.argv[2] ?? 5)
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const FIGURES = {
  LCP: 'largest-contentful-paint',
  CLS: 'cumulative-layout-shift',
  TBT: 'total-blocking-time',
  bytes: 'total-byte-weight',
  server: 'server-response-time',
} as const

type Report = {
  categories: Record<(typeof CATEGORIES)[number], { score: number | null }>
  audits: Record<
    string,
    { numericValue?: number; score: number | null; title: string; scoreDisplayMode: string }
  >
}

/** Chromium's trace sometimes starts too late (NO_NAVSTART): such a run says nothing about the shop, so retry it. */
async function audit(url: string, browser: BrowserProgram, triesLeft = 3): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'jara-lighthouse-'))
  const file = join(folder, 'report.json')
  const args = [
    '--import',
    TRACED,
    CLI,
    url,
    '--quiet',
    '--output=json',
    `--output-path=${file}`,
    `--only-categories=${CATEGORIES}`,
    '--chrome-flags=--headless=new --no-sandbox --disable-gpu',
  ]
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...browser.env, CHROME_PATH: browser.executablePath },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  if (code !== 0 && triesLeft > 1) return audit(url, browser, triesLeft - 1)
  if (code !== 0) throw new Error(`Lighthouse ended with ${code} on ${url}`)
  const report = JSON.parse(readFileSync(file, 'utf8')) as Report
  rmSync(folder, { recursive: true })
  return report
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

function tell(path: string, reports: readonly Report[]): void {
  const scores = CATEGORIES.map((name) => {
    const score = middle(reports.map(({ categories }) => (categories[name].score ?? 0) * 100))
    return `${name} ${Math.round(score)}`
  })
  const figure = (id: string) => middle(reports.map(({ audits }) => audits[id]?.numericValue ?? Number.NaN))
  const figures = [
    `LCP ${Math.round(figure(FIGURES.LCP))} ms`,
    `CLS ${figure(FIGURES.CLS).toFixed(3)}`,
    `TBT ${Math.round(figure(FIGURES.TBT))} ms`,
    `${Math.round(figure(FIGURES.bytes) / 1000)} KB`,
    `server ${Math.round(figure(FIGURES.server))} ms`,
  ]
  process.stdout.write(`${path}\n  ${scores.join(', ')}\n  ${figures.join(', ')}\n`)
  const failed = Object.entries(reports[0]?.audits ?? {})
    .filter(([, { score, scoreDisplayMode }]) => scoreDisplayMode === 'binary' && score === 0)
    .map(([id, { title }]) => `  ${id}: ${title}\n`)
  process.stdout.write(failed.join(''))
}

const data = newDataDir()
await runShopCommand({ dataDir: data.path }, 'import', join(ROOT, 'demo/catalogue'))
const shop = await startShop({ dataDir: data.path })
try {
  const browser = await findBrowser()
  const list = (await (await fetch(`${shop.url}/api/product?limit=1`)).json()) as {
    products: { id: string }[]
  }
  const product = `/products/${list.products[0]?.id}`
  process.stdout.write(`Load of the machine: ${loadavg()[0]?.toFixed(1)}; ${RUNS} runs a page\n`)
  for (const path of ['/', '/products', product]) {
    // One discarded run: pictures are generated on first request.
    await audit(shop.url + path, browser)
    const reports: Report[] = []
    for (let run = 0; run < RUNS; run++) reports.push(await audit(shop.url + path, browser))
    tell(path === product ? '/products/{id}' : path, reports)
  }
} finally {
  await shop.stop()
  data.remove()
}
