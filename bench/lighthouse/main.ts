/**
 * Lighthouse on the shop with the demo catalogue: a simulated cheap phone on slow 4G, medians of five runs per page. Anything else
 * that runs on the machine makes the figures worse, so its load is printed too.
 *
 *     npm run bench:lighthouse
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type BrowserProgram, findBrowser } from '../../test/support/browser-program.ts'
import { newDataDir, startShop } from '../../test/support/server.ts'
import { spreadOf } from '../rig/load.ts'

const CLI = resolve(import.meta.dirname, 'node_modules/lighthouse/cli/index.js')
const RUNS = Number(process.argv[2] ?? 5)
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const FIGURES = ['largest-contentful-paint', 'cumulative-layout-shift', 'total-blocking-time'] as const

type Report = {
  categories: Record<(typeof CATEGORIES)[number], { score: number | null }>
  audits: Record<(typeof FIGURES)[number], { displayValue?: string; numericValue?: number }>
}

/** Chromium's trace sometimes starts too late (NO_NAVSTART), which says nothing about the shop: such a run is repeated. */
async function audit(url: string, browser: BrowserProgram, triesLeft = 3): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'jara-lighthouse-'))
  const file = join(folder, 'report.json')
  const output = ['--quiet', '--output=json', `--output-path=${file}`, `--only-categories=${CATEGORIES}`]
  const chrome = '--chrome-flags=--headless=new --no-sandbox --disable-gpu'
  const child = spawn(process.execPath, [CLI, url, ...output, chrome], {
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

const data = newDataDir()
const shop = await startShop({ dataDir: data.path, env: { DEMO_CATALOGUE: 'on' } })
try {
  const browser = await findBrowser()
  const list = await (await fetch(`${shop.url}/api/product?limit=1`)).json()
  const [product] = (list as { products: { id: string }[] }).products
  process.stdout.write(`Load of the machine: ${loadavg()[0]?.toFixed(1)}; ${RUNS} runs a page\n`)
  for (const path of ['/', '/products', `/products/${product?.id}`]) {
    // Pictures are generated on their first request: that run does not count.
    await audit(shop.url + path, browser)
    const reports: Report[] = []
    for (let run = 0; run < RUNS; run++) reports.push(await audit(shop.url + path, browser))
    const median = (read: (report: Report) => number) => Number(spreadOf(reports.map(read)).median.toFixed(3))
    const scores = CATEGORIES.map(
      (name) => `${name} ${median((of) => (of.categories[name].score ?? 0) * 100)}`,
    )
    const figures = FIGURES.map((id) => `${id} ${median((of) => of.audits[id].numericValue ?? Number.NaN)}`)
    process.stdout.write(`${path}\n  ${scores.join(', ')}\n  ${figures.join(', ')}\n`)
  }
} finally {
  await shop.stop()
  data.remove()
}
