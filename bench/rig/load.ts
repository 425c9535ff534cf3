import autocannon from 'autocannon'
import { cpuMsOf } from './process.ts'

export type LoadRequest = {
  path: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
}
export type NextRequest = () => LoadRequest

/** A server under load: the shop, a floor or a peer. */
export type Side = {
  url: string
  pid: number
  next: NextRequest
  /** Starts background work for each of its rounds and returns how to stop it. */
  meanwhile?: () => () => Promise<unknown>
}

const ROUNDS = 3
const ROUND_S = 3
const FLOOR_WARM_UP_S = 2

/** The median, minimum and maximum of the rounds. */
export type Spread = { median: number; min: number; max: number }
/** `cpuMs`: processor time of the server's process for one response; NaN where the system does not report it. */
export type Measured = { perSecond: number; cpuMs: number }
/** `cpuRatio`: of processor time for a response, floor over shop, so that more is better in both ratios. */
export type Comparison = { shop: Measured; floor: Measured; ratio: Spread; cpuRatio: Spread }

export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (place: number) => sorted[place] ?? Number.NaN
  return { median: at(Math.floor(sorted.length / 2)), min: at(0), max: at(sorted.length - 1) }
}

async function runRound(side: Side, connections: number, seconds: number): Promise<Measured> {
  const cpuMsBefore = cpuMsOf(side.pid)
  const end = side.meanwhile?.()
  const result = await autocannon({
    url: side.url,
    connections,
    duration: seconds,
    requests: [{ setupRequest: (request) => ({ ...request, ...side.next() }) }],
  })
  await end?.()
  const responses = result['2xx']
  const failed = result.non2xx + result.errors
  // One failed response makes a rate worthless.
  if (failed > 0 || responses === 0) throw new Error(`${failed} requests failed, ${responses} did not`)
  return { perSecond: responses / result.duration, cpuMs: (cpuMsOf(side.pid) - cpuMsBefore) / responses }
}

/**
 * Lets floor and shop take turns, so that a slow moment of the machine affects both; a ratio is of two consecutive rounds.
 * `warmUpS`: a process keeps optimising its hot code for its first seconds, that of pages longer than the rest. A floor has less.
 */
export async function compare(
  { shop, floor }: { shop: Side; floor: Side },
  {
    connections,
    warmUpS,
    floorWarmUpS = FLOOR_WARM_UP_S,
    roundS = ROUND_S,
  }: { connections: number; warmUpS: number; floorWarmUpS?: number; roundS?: number },
): Promise<Comparison> {
  await runRound(floor, connections, floorWarmUpS)
  await runRound(shop, connections, warmUpS)
  const pairs: Record<'shop' | 'floor', Measured>[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const ofFloor = await runRound(floor, connections, roundS)
    pairs.push({ floor: ofFloor, shop: await runRound(shop, connections, roundS) })
  }
  const median = (side: 'shop' | 'floor') => ({
    perSecond: spreadOf(pairs.map((pair) => pair[side].perSecond)).median,
    cpuMs: spreadOf(pairs.map((pair) => pair[side].cpuMs)).median,
  })
  return {
    shop: median('shop'),
    floor: median('floor'),
    ratio: spreadOf(pairs.map((pair) => pair.shop.perSecond / pair.floor.perSecond)),
    cpuRatio: spreadOf(pairs.map((pair) => pair.floor.cpuMs / pair.shop.cpuMs)),
  }
}
