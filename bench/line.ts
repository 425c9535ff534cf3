/** What a phone waits for in the admin at 100 kbit/s, 600 ms and 5 % loss, once its service worker is there. */
import pg from 'pg'
import { launchBrowser } from '#test/support/browser.ts'
import { findBrowser } from '#test/support/browser-program.ts'
import { quantileOf } from '#test/support/median.ts'
import { runShopCommand } from '#test/support/server.ts'
import { spreadOf } from './rig/load.ts'
import { openLossyLine } from './rig/lossy-line.ts'
import { fillWithTrade } from './rig/trade.ts'
import { atMost, type Bench, shown } from './row.ts'

const LINE = { bytesPerS: 12_500, roundTripMs: 600, loss: 0.05, seed: 1 }
const ON = '100 kbit/s, 600 ms, 5 % loss'
const RUNS = 10
const TODAY_MOST_S = 2.5
const SEND_MOST_S = 3
const PHONE = { viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true }

export async function measureLine(bench: Bench): Promise<void> {
  if ((await listPacked(bench, RUNS)).length === 0) await fillWithTrade(bench.database.url)
  const line = await openLossyLine(LINE)
  bench.defer(line.close)
  const shop = await bench.startShop({ PUBLIC_URL: line.url })
  line.aim(shop.url)
  const browser = await launchBrowser(await findBrowser())
  bench.defer(() => browser.close())
  const context = await browser.newContext({ baseURL: line.url, ...PHONE })
  const page = await context.newPage()
  await page.goto(await inviteOwner(bench, shop.url))
  await page.getByRole('button', { name: 'Go on' }).click()
  await page.getByRole('heading', { name: 'Your account', level: 1 }).waitFor()
  await page.getByRole('link', { name: 'Today' }).click()
  const takings = page.getByRole('heading', { name: 'Takings' })
  await takings.waitFor()
  await page.waitForFunction(() => navigator.serviceWorker.controller?.scriptURL.endsWith('/admin/sw.js'))

  const timed = async (act: () => Promise<unknown>, isDone: () => Promise<unknown>) => {
    line.setBad(true)
    const beganMs = performance.now()
    await act()
    await isDone()
    const seconds = (performance.now() - beganMs) / 1_000
    line.setBad(false)
    return seconds
  }
  const today: number[] = []
  for (let run = 0; run < RUNS; run++) {
    await page.goto('/admin')
    await page.waitForFunction(() => localStorage.getItem('admin.last-read') !== null)
    today.push(
      await timed(
        () => page.reload({ waitUntil: 'commit' }),
        () => takings.waitFor(),
      ),
    )
  }
  const sends: number[] = []
  const dialog = page.getByRole('dialog', { name: 'Send' })
  for (const order of await listPacked(bench, RUNS)) {
    await page.goto(`/admin/orders/${order}`)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await dialog.getByLabel('Who brings it').selectOption('DHL')
    await dialog.getByLabel('Tracking number or link').fill('JD014600003')
    sends.push(
      await timed(
        () => dialog.getByRole('button', { name: 'Send', exact: true }).click(),
        () => page.getByRole('button', { name: 'Delivered', exact: true }).waitFor(),
      ),
    )
  }
  const tell = (what: string, seconds: readonly number[], most: number) => {
    bench.tell({
      what: `${what}, ${ON}`,
      shop: `${shown(spreadOf(seconds).median)} s, p95 ${shown(quantileOf(seconds, 0.95))} s`,
      against: `a round trip of the line: ${shown(LINE.roundTripMs / 1_000)} s`,
      ratio: spreadOf(seconds.map((each) => each / (LINE.roundTripMs / 1_000))),
      budget: atMost(most, 's', spreadOf(seconds).median),
    })
  }
  tell('Today in the admin until it is usable, as it was last read', today, TODAY_MOST_S)
  tell('“Send” of a parcel until it says so', sends, SEND_MOST_S)
}

async function inviteOwner(bench: Bench, url: string): Promise<string> {
  const email = 'ngozi@staff.example'
  const shop = { dataDir: bench.newDataDir(), databaseUrl: bench.database.url }
  await runShopCommand(shop, 'staff', 'invite', email, '--role', 'owner', '--name', 'Ngozi')
  for (;;) {
    const mails = (await (await fetch(`${url}/dev/mailbox.json`)).json()) as { text: string }[]
    const link = mails
      .map(({ text }) => /\/admin\/join#\S+/.exec(text)?.[0])
      .find((found) => found !== undefined)
    if (link !== undefined) return link
    await new Promise((done) => setTimeout(done, 200))
  }
}

async function listPacked(bench: Bench, count: number): Promise<string[]> {
  const client = new pg.Client({ connectionString: bench.database.url })
  await client.connect()
  const { rows } = await client.query<{ order_id: string }>(
    `select order_id from parcels where state = 'packed' order by order_id limit ${count}`,
  )
  await client.end()
  return rows.map(({ order_id }) => order_id)
}
