import { type LoadGenerator, quantile } from './load.ts'
import type { LoadRequest, LoadResult } from './load-process.ts'

/** The median, minimum and maximum of the rounds. */
export type Spread = { median: number; min: number; max: number }

export type Rounds = { rounds: number; roundMs: number }

/** The target of the load: a shop or a floor. `cpuMs`: processor time so far, by the name of each process involved. */
export type Side = {
  urls: readonly string[]
  requests: readonly LoadRequest[]
  /** The least time to warm up. */
  warmUpMs?: number
  /** The least number of responses to warm up with, within `WARM_UP_MOST_MS`. */
  warmUpResponses?: number
  cpuMs?: Readonly<Record<string, () => number | undefined>>
  /** Starts background work for each of its rounds and returns how to stop it. */
  meanwhile?: () => () => Promise<void>
}

export type Measured = {
  perSecond: Spread
  p50Ms: Spread
  p99Ms: Spread
  responses: number
  failures: number
  failed: string[]
  /** Processor milliseconds per response, by process. */
  cpuMsPerResponse: Record<string, number>
}

export type Comparison = { shop: Measured; floor: Measured; ratio: Spread }

export function spreadOf(values: readonly number[]): Spread {
  return { median: quantile(values, 0.5), min: Math.min(...values), max: Math.max(...values) }
}

type Round = { result: LoadResult; cpuMs: Record<string, number> }

async function runRound(
  generator: LoadGenerator,
  side: Side,
  connections: number,
  roundMs: number,
): Promise<Round> {
  const read = () =>
    Object.entries(side.cpuMs ?? {}).map(([name, cpuMs]) => [name, cpuMs() ?? Number.NaN] as const)
  const before = new Map(read())
  const end = side.meanwhile?.()
  const result = await generator.run({
    urls: side.urls,
    requests: side.requests,
    connections,
    durationMs: roundMs,
  })
  await end?.()
  return {
    result,
    cpuMs: Object.fromEntries(read().map(([name, ms]) => [name, ms - (before.get(name) ?? Number.NaN)])),
  }
}

function summed(rounds: readonly Round[]): Measured {
  const results = rounds.map(({ result }) => result)
  const responses = results.reduce((sum, result) => sum + result.responses, 0)
  const names = Object.keys(rounds[0]?.cpuMs ?? {})
  return {
    perSecond: spreadOf(results.map((result) => result.responses / result.seconds)),
    p50Ms: spreadOf(results.map(({ latenciesMs }) => quantile(latenciesMs, 0.5))),
    p99Ms: spreadOf(results.map(({ latenciesMs }) => quantile(latenciesMs, 0.99))),
    responses,
    failures: results.reduce((sum, result) => sum + result.failures, 0),
    failed: [...new Set(results.flatMap(({ failed }) => failed))],
    cpuMsPerResponse: Object.fromEntries(
      names.map((name) => [name, rounds.reduce((sum, { cpuMs }) => sum + (cpuMs[name] ?? 0), 0) / responses]),
    ),
  }
}

export const WARM_UP_ROUNDS_MOST = 8
/** For a list and a search: still getting faster after some rounds. A search takes some 20,000 requests to reach its speed. */
export const LONG_WARM_UP_MS = 4_000
/** So much code runs for a page that its processor time keeps falling for as many, to three quarters of what it is after 300. */
export const PAGE_WARM_UP_ANSWERS = 1_400
/** At 140 pages a second; a slower machine has to be measured too. */
export const WARM_UP_MOST_MS = 10_000
/** So few a second that it is still getting faster after the usual rounds. */
export const CHECKOUT_WARM_UP_MS = 1_500
/**
 * A round of the usual length holds 50 pages, and every second one a full garbage collection: the rates of successive rounds
 * alternated between 200 and 250 pages a second, and the median was either. Ratios of single rounds of a list ranged from 0.38
 * to 0.78.
 */
export const LONG_ROUND_FACTOR = 2
/** Warm-up ends when a round is not better than the best so far by this factor. */
const BETTER = 1.05

/**
 * Runs rounds until one is not better than those before it. A process keeps optimising its hot code for the first seconds:
 * measured then, the same shop reached anywhere from half to all of its speed, while an owner's shop runs for days.
 */
async function warmUp(
  generator: LoadGenerator,
  side: Side,
  connections: number,
  { roundMs }: Rounds,
): Promise<void> {
  const { warmUpMs = 0, warmUpResponses = 0 } = side
  const mostMs = warmUpResponses > 0 ? WARM_UP_MOST_MS : Math.max(WARM_UP_ROUNDS_MOST * roundMs, warmUpMs)
  let best = 0
  let responses = 0
  for (let passedMs = roundMs; passedMs <= mostMs; passedMs += roundMs) {
    const { result } = await runRound(generator, side, connections, roundMs)
    responses += result.responses
    const perSecond = result.responses / result.seconds
    if (perSecond < best * BETTER && passedMs >= warmUpMs && responses >= warmUpResponses) return
    best = Math.max(best, perSecond)
  }
}

/** Alternates floor and shop, so that a slow moment of the machine affects both; the ratio is taken per pair of rounds. */
export async function compare(
  generator: LoadGenerator,
  sides: { shop: Side; floor: Side },
  connections: number,
  length: Rounds,
): Promise<Comparison> {
  const { rounds, roundMs } = length
  const done: { shop: Round; floor: Round }[] = []
  await warmUp(generator, sides.floor, connections, length)
  await warmUp(generator, sides.shop, connections, length)
  for (let round = 0; round < rounds; round++) {
    const floor = await runRound(generator, sides.floor, connections, roundMs)
    const shop = await runRound(generator, sides.shop, connections, roundMs)
    done.push({ shop, floor })
  }
  const perSecond = ({ result }: Round) => result.responses / result.seconds
  return {
    shop: summed(done.map(({ shop }) => shop)),
    floor: summed(done.map(({ floor }) => floor)),
    ratio: spreadOf(done.map(({ shop, floor }) => perSecond(shop) / perSecond(floor))),
  }
}
