/**
 * Do login, resend and forgot take equally long for an unknown and a known address? Prints medians over N pairs of each
 * (default 300; the bound of 10 ms is meant for 1,000, with which the proof of codes holds them to it). The floor is the
 * same call compared with itself.
 * Run: npx node bench/login-timing.ts [N]
 */
import { openAddressTiming, TIMED_CALLS } from '#test/support/address-timing.ts'
import { openTestShop } from '#test/support/shop.ts'

const BOUND_MS = 10
const PAIRS = Number(process.argv[2] ?? 300)

const shop = await openTestShop()
const timing = await openAddressTiming(shop)

const shown = (ms: number) => ms.toFixed(2).padStart(8)
process.stdout.write(`median ms of ${PAIRS} calls each\n                    known  unknown    apart  floor\n`)
let worst = 0
for (const path of TIMED_CALLS) {
  const [known, unknown] = await timing.knownAndUnknown(path, PAIRS)
  const [once, again] = await timing.unknownTwice(path, PAIRS)
  const apart = Math.abs(known - unknown)
  worst = Math.max(worst, apart)
  process.stdout.write(
    `${path.padEnd(16)} ${shown(known)} ${shown(unknown)} ${shown(apart)} ${shown(Math.abs(once - again))}\n`,
  )
}
await shop.close()
process.stdout.write(worst < BOUND_MS ? `within ${BOUND_MS} ms\n` : `NOT within ${BOUND_MS} ms\n`)
process.exitCode = worst < BOUND_MS ? 0 : 1
