/** Startup time until the first list is served, and memory at that point: the cost per product of each. */
import { type Bench, isLargest, isSmallest, type Subject } from './rig/bench.ts'
import { type Spread, spreadOf } from './rig/measure.ts'
import type { Row } from './rig/row.ts'
import type { Scene } from './rig/scene.ts'

const MB = 1024 * 1024
const STARTS_MAX = 3
/** A start with the largest catalogue takes more than ten seconds, and hardly varied while it was measured twice. */
const LARGE_STARTS = 1

async function measureStart(bench: Bench, scene: Scene): Promise<void> {
  if (!isLargest(bench, scene) && !isSmallest(bench, scene)) return
  const seconds: number[] = []
  const heldMb: number[] = []
  const starts = isSmallest(bench, scene) ? Math.min(STARTS_MAX, bench.rounds.rounds) : LARGE_STARTS
  for (let started = 1; started <= starts; started++) {
    const isLast = started === starts
    const shop = isLast ? await scene.sharedShop() : await scene.startShop()
    const beganMs = performance.now()
    const response = await fetch(`${shop.url}/api/product?view=card`)
    await response.arrayBuffer()
    seconds.push((shop.startMs + performance.now() - beganMs) / 1000)
    heldMb.push((shop.residentBytes() ?? Number.NaN) / MB)
    if (!isLast) await shop.stop()
  }
  reportNextToSmallest(bench, scene, 'start until the first list is answered', {
    value: spreadOf(seconds),
    unit: 's',
  })
  reportNextToSmallest(bench, scene, 'memory after the first list', { value: spreadOf(heldMb), unit: 'MB' })
}

/** The smallest catalogue is the floor for the largest. */
function reportNextToSmallest(
  bench: Bench,
  { database, products }: Scene,
  what: string,
  shop: Row['shop'],
): void {
  const smallest = bench.rows.find((row) => row.what === what && row.database === database)
  const isFloorKnown = smallest?.products !== undefined && smallest.products < products
  const floor = isFloorKnown
    ? { what: `${smallest.products} products`, value: smallest.shop.value }
    : undefined
  bench.report({
    subject: 'start',
    what,
    database,
    products,
    shop,
    ...(floor === undefined ? {} : { floor, ratio: over(shop.value, floor.value.median) }),
    demands: [],
  })
}

function over({ median, min, max }: Spread, floor: number): Spread {
  return { median: median / floor, min: min / floor, max: max / floor }
}

export const start: Subject = { name: 'start', inScene: measureStart }
