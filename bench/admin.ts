/** What staff wait for in a shop of a hundred thousand orders: lists, searches, Today and Money, in the database alone. */
import { openPostgres } from '#server/db/connection.ts'
import { readMoney } from '#server/money/money.ts'
import { searchOrders } from '#server/order/admin/list-store.ts'
import { listOpenIssues } from '#server/order/issue-list-store.ts'
import { countWork } from '#server/order/stage-store.ts'
import { listLowStock, listTakings, readHealth } from '#server/today/store.ts'
import { ORDER_VIEWS } from '#shared/contract/admin/order.ts'
import { quantileOf } from '#test/support/median.ts'
import { spreadOf } from './rig/load.ts'
import { fillWithTrade, ORDERS } from './rig/trade.ts'
import { atMost, type Bench, shown } from './row.ts'

const RUNS = 40
const MS_MOST = 50
const SEARCHES = ['Chidi Eze', 'obi', '0800 000 0123', 'buyer77@example.com', 'zzzz', 'tee', '4f2a9']

/** The budget is that of lists and searches. */
const isListed = (what: string) => /^(list|search)/.test(what)

async function timesMs(run: () => Promise<unknown>): Promise<number[]> {
  await run()
  const times: number[] = []
  for (let done = 0; done < RUNS; done++) {
    const before = performance.now()
    await run()
    times.push(performance.now() - before)
  }
  return times
}
const median = (times: readonly number[]) => spreadOf(times).median
const p95 = (times: readonly number[]) => quantileOf(times, 0.95)

export async function measureAdmin(bench: Bench): Promise<void> {
  const { db, close } = await openPostgres(bench.database.url, 4)
  bench.defer(close)
  await fillWithTrade(bench.database.url)
  const now = () => new Date()
  const [first] = (await searchOrders(db, { view: 'all', limit: 1 }, now())).orders
  const one = median(await timesMs(() => searchOrders(db, { view: 'all', limit: 1 }, now())))
  const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
  const far = { at: new Date(Date.now() - 500 * 86_400_000), id: first?.id ?? '' }
  const asked: [string, () => Promise<unknown>][] = [
    ...ORDER_VIEWS.map((view): [string, () => Promise<unknown>] => [
      `list of orders: ${view}`,
      () => searchOrders(db, { view, limit: 30 }, now()),
    ]),
    [
      'list of orders: all, 500 days back',
      () => searchOrders(db, { view: 'all', limit: 30, after: far }, now()),
    ],
    ...SEARCHES.map((search): [string, () => Promise<unknown>] => [
      `search for "${search}"`,
      () => searchOrders(db, { view: 'all', search, limit: 30 }, now()),
    ]),
    ['Today: what needs a person', () => listOpenIssues(db, now())],
    ['Today: work', () => countWork(db)],
    ['Today: takings', () => listTakings(db, now())],
    ['Today: low stock', () => listLowStock(db, now())],
    ['Today: health', () => readHealth(db, now())],
    ['Money of 30 days', () => readMoney(db, { since: day(29), until: day(0) }, now())],
  ]
  for (const [what, run] of asked) {
    const times = await timesMs(run)
    bench.tell({
      what: `${what}, ${shown(ORDERS)} orders`,
      shop: `p95 ${shown(p95(times))} ms`,
      against: `a list of one: ${shown(one)} ms`,
      ratio: spreadOf(times.map((time) => time / one)),
      ...(isListed(what) ? { budget: atMost(MS_MOST, 'ms', p95(times)) } : {}),
    })
  }
}
