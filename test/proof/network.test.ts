import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'vitest'
import { prove, sized } from '#test/support/proof.ts'
import type { ShopResponse } from './rig/ask.ts'
import { checkoutRequestFor, start, verify } from './rig/buyer.ts'
import { type Chance, createChance } from './rig/chance.ts'
import { openRigScene, type Ways } from './rig/rig.ts'
import { settleAndCheck } from './rig/settled.ts'
import type { Toxic } from './rig/tcp-proxy.ts'

type Step = 'start' | 'verify' | 'webhook'
type Trouble = { name: string; toxic: (chance: Chance) => Toxic; whileItLasts?: () => Promise<void> }

/** The connections that each step uses. */
const STEPS: readonly [Step, keyof Ways][] = [
  ['start', 'database'],
  ['start', 'provider'],
  ['verify', 'database'],
  ['verify', 'provider'],
  ['webhook', 'webhook'],
  ['webhook', 'database'],
  ['webhook', 'provider'],
]

const LATENCY_MS = sized({ quick: 300, whole: 2_000 })
const HANG_MS = 1_500
const CRASHED_MS = 61_000
const GIVE_UP_MS = 20_000
const COMES_BACK_MS = 2_000

const TROUBLES: readonly Trouble[] = [
  { name: 'latency', toxic: () => ({ kind: 'latency', ms: LATENCY_MS }) },
  { name: 'a reset during the request', toxic: () => ({ kind: 'reset', from: 'client' }) },
  { name: 'a reset during the response', toxic: () => ({ kind: 'reset', from: 'server' }) },
  {
    name: 'a truncated request',
    toxic: (chance) => ({ kind: 'cut', from: 'client', afterBytes: chance.below(200) }),
  },
  {
    name: 'a truncated response',
    toxic: (chance) => ({ kind: 'cut', from: 'server', afterBytes: chance.below(300) }),
  },
  { name: 'a hanging connection', toxic: () => ({ kind: 'hang' }), whileItLasts: () => sleep(HANG_MS) },
  { name: 'ten minutes down', toxic: () => ({ kind: 'down' }), whileItLasts: () => rig.advance(600_000) },
]

const rig = openRigScene()

/** A failed call must return the shop's own error body, or no response at all. */
function mustBeHonest(what: string, { status, body }: ShopResponse, allowed: readonly number[]): void {
  if (status === 0 || allowed.includes(status)) return
  if (status >= 500 && typeof body?.code === 'string' && typeof body?.message === 'string') return
  throw new Error(`${what} got the response ${status} ${JSON.stringify(body)}`)
}

/**
 * Asks until there is a result, every two seconds of the shop's clock: on a busy machine the circuit breaker may have opened,
 * and stays open for thirty of them.
 */
async function repeat<Result>(
  what: string,
  asks: () => Promise<ShopResponse>,
  resultOf: (body: ShopResponse['body']) => Result | undefined,
): Promise<Result> {
  let last: ShopResponse | undefined
  for (let tried = 0; tried < 60; tried++) {
    last = await asks()
    const result = resultOf(last.body)
    if (result !== undefined) return result
    await sleep(100)
    await rig.advance(COMES_BACK_MS)
  }
  throw new Error(
    `${what} never came right: the last response was ${last?.status} ${JSON.stringify(last?.body)}`,
  )
}

/** Takes the step while the network fails; once it has recovered, the shopper retries and pays. */
async function live(step: Step, way: keyof Ways, trouble: Trouble, chance: Chance): Promise<void> {
  const shop = rig.shop(chance.below(2))
  const after = `after ${step} with ${trouble.name} on the way to the ${way}`
  const request = checkoutRequestFor([{ productId: 'troubled' }])
  const suffer = async (act: () => Promise<ShopResponse | undefined>, allowed: readonly number[]) => {
    rig.ways[way].set(trouble.toxic(chance))
    const acting = act()
    await trouble.whileItLasts?.()
    if (trouble.name !== 'latency') await Promise.race([acting, sleep(300)])
    else await acting
    rig.ways[way].set()
    const response = await acting
    if (response) mustBeHonest(`${step} with ${trouble.name} on the way to the ${way}`, response, allowed)
  }
  if (step === 'start') {
    await suffer(() => start(shop, request, GIVE_UP_MS), [200, 409])
    // A crashed start is abandoned after a minute, and the circuit breaker lets a call through again.
    await rig.advance(CRASHED_MS)
  }
  const reference = await repeat<string>(
    `start ${after}`,
    () => start(shop, request),
    (body) => body?.data?.reference,
  )
  if (step !== 'webhook') await rig.provider.setFault({ target: 'webhook', kind: 'never', reference })
  if (step === 'webhook') {
    await suffer(async () => {
      await rig.provider.turn(reference, 'success')
      await sleep(300)
      return undefined
    }, [])
  } else await rig.provider.turn(reference, 'success')
  if (step === 'verify') await suffer(() => verify(shop, reference, GIVE_UP_MS), [200])
  await rig.advance(CRASHED_MS)
  await repeat(
    `verify ${after}`,
    () => verify(shop, reference),
    (body) => (body?.payment?.status === 'paid' ? true : undefined),
  )
}

test('network faults change when an outcome is known, not the outcome', async () => {
  await rig.stock('troubled', 100_000)
  await prove(async () => {
    const chance = createChance('network')
    const all = STEPS.flatMap(([step, way]) => TROUBLES.map((trouble) => ({ step, way, trouble })))
    const rounds = sized({ quick: 1, whole: 10 })
    const chosen = sized({ quick: chance.shuffle(all).slice(0, 4), whole: all })
    for (let round = 0; round < rounds; round++) {
      for (const { step, way, trouble } of chance.shuffle(chosen)) await live(step, way, trouble, chance)
    }
    await settleAndCheck(rig)
    return {
      invariants: 'I15, I6, I7, I9, I12',
      what: `${TROUBLES.map(({ name }) => name).join(', ')}: each on every connection of start, verify and webhook`,
      count: rounds * chosen.length,
      unit: 'network faults',
      found: 'every payment ends up paid once, books equal to the kobo',
    }
  })
})
