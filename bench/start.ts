/** The second start of the demo until its first list, and the memory of shop and embedded database after it. */
import { spreadOf } from './rig/load.ts'
import { pssMbOf, type ServerProcess, startFloor, startShop } from './rig/process.ts'
import { atMost, type Bench, shown } from './row.ts'

const SECONDS_MOST = 3
const MB_MOST = 250
const STARTS = 3

type Start = { seconds: number; mb: number }

async function timeStart(start: () => Promise<ServerProcess>): Promise<Start> {
  const beganMs = performance.now()
  const server = await start()
  await (await fetch(`${server.url}/api/product?view=card`)).arrayBuffer()
  const found = { seconds: (performance.now() - beganMs) / 1000, mb: pssMbOf(server.pid) }
  await server.stop()
  return found
}

export async function measureStart(bench: Bench): Promise<void> {
  const dataDir = bench.newDataDir()
  const openDemo = () => startShop(dataDir, { DEMO_CATALOGUE: 'on' })
  const openBare = () => startFloor('fixed-server.ts', { status: 200, headers: [], body: Buffer.alloc(0) })
  // The first start creates the database and imports the catalogue.
  await timeStart(openDemo)
  const pairs: { shop: Start; bare: Start }[] = []
  for (let round = 0; round < STARTS; round++) {
    pairs.push({ bare: await timeStart(openBare), shop: await timeStart(openDemo) })
  }
  const of = (side: 'shop' | 'bare', figure: keyof Start) =>
    spreadOf(pairs.map((pair) => pair[side][figure])).median
  const ratioOf = (figure: keyof Start) =>
    spreadOf(pairs.map(({ shop, bare }) => shop[figure] / bare[figure]))
  bench.tell({
    what: 'second start of the demo until the first list',
    shop: `${shown(of('shop', 'seconds'))} s`,
    against: `bare \`node:http\` until its first response: ${shown(of('bare', 'seconds'))} s`,
    ratio: ratioOf('seconds'),
    budget: atMost(SECONDS_MOST, 's', of('shop', 'seconds')),
  })
  bench.tell({
    what: 'memory (PSS) of shop and embedded database after it',
    shop: `${shown(of('shop', 'mb'))} MB`,
    against: `bare \`node:http\`: ${shown(of('bare', 'mb'))} MB`,
    ratio: ratioOf('mb'),
    budget: atMost(MB_MOST, 'MB', of('shop', 'mb')),
  })
}
