import type { SettleDependencies } from '#server/payment/apply-decision.ts'
import { type Comparison, comparePayment, comparePayments } from '#server/payment/compare.ts'
import { flagOthersRefunds } from '#server/payment/others-refund.ts'
import { paceProvider } from '#server/payment/paced-provider.ts'
import { lookAfterRefund } from '#server/payment/refund.ts'
import { settle } from '#server/payment/settle.ts'
import { findAttempt, listReferencesOf } from '#server/payment/store.ts'
import { ProviderAway } from '#server/payment/success-list.ts'
import { Refusal } from '#server/refusal.ts'
import { formatKobo } from '#shared/naira.ts'
import { orderNumber } from '#shared/order-number.ts'
import { readArguments, readSince } from './arguments.ts'
import { commandOfActions, type Run } from './command.ts'
import { getNamedOrder } from './named-order.ts'
import { tableLines } from './table.ts'
import { withShop } from './with-shop.ts'

/** The provider repeats its events for 72 hours; a day more covers a payment started before them. */
const SINCE_UNLESS_TOLD = '4d'

const HELP = `  check           compares with the provider now, to the kobo: its successes since --since (${SINCE_UNLESS_TOLD} unless told; 7d, 12h or
                  2026-11-20) and our payments that are open, paid or going back. Orders or references: only those.
  check --settle  lets the ordinary settling run on what differs, then compares that again. It follows the same rules as
                  the shop itself and can never charge anybody. A refund that was made in the provider's dashboard becomes a
                  case for you: see that it was meant, and close it with "orders resolve"; then it counts as agreed.

Exits with 0 when all agrees, with 1 when something differs or the provider could not be asked. Takes --json.
Asks the provider PAYMENT_CHECKS_PER_S times a second at most (5 unless set), twice for each paid order: a thousand of
those take about 7 minutes, longer where the provider answers slowly.`

const check: Run = (args, surroundings) => {
  const { values, positionals } = readArguments(args, {
    since: { type: 'string', default: SINCE_UNLESS_TOLD },
    settle: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  })
  return withShop(surroundings, async (shop, { say, complain }) => {
    const opened = await shop.dependencies()
    const dependencies = {
      ...opened,
      provider: paceProvider(opened.provider, 1000 / opened.settings.paymentChecksPerS),
    }
    const { db, now } = dependencies
    const since = readSince(values.since, now()) ?? now()
    const references: string[] = []
    for (const name of positionals) {
      references.push(
        ...(name.startsWith('jara-') ? [name] : await listReferencesOf(db, await getNamedOrder(db, name))),
      )
    }
    const comparisons: Comparison[] = []
    const which = positionals.length > 0 ? { references } : { since }
    try {
      for await (const found of comparePayments(dependencies, which)) comparisons.push(found)
    } catch (error) {
      if (!(error instanceof ProviderAway)) throw error
      throw new Refusal(
        `The provider's list of payments cannot be read now (${error.message}). Nothing was changed.`,
      )
    }
    const settled = values.settle
      ? await settleAll(dependencies, comparisons, surroundings.actor)
      : comparisons
    if (values.json) say(JSON.stringify(settled, null, 2))
    else tell(settled, say, complain)
    return settled.every((comparison) => comparison.differs === false) ? 0 : 1
  })
}

/** Settles what differs and can be, and answers how all of it stands afterwards. */
async function settleAll(
  dependencies: SettleDependencies,
  comparisons: readonly Comparison[],
  actor: string,
): Promise<Comparison[]> {
  const after: Comparison[] = []
  for (const comparison of comparisons) {
    const { reference, differs, canSettle, hasOthersRefund } = comparison
    if (differs !== true || !(canSettle || hasOthersRefund)) {
      after.push(comparison)
      continue
    }
    if (canSettle) {
      await settle(dependencies, reference, 'owner', actor)
      await lookAfterRefund(dependencies, reference, actor)
    }
    const stands = canSettle ? await comparePayment(dependencies, reference) : comparison
    const attempt = stands.hasOthersRefund ? await findAttempt(dependencies.db, reference) : undefined
    // Its case opens; until a person closes that, it goes on differing.
    if (attempt !== undefined) await flagOthersRefunds(dependencies, attempt, actor)
    after.push(stands)
  }
  return after
}

function tell(
  comparisons: readonly Comparison[],
  say: (line: string) => void,
  complain: (line: string) => void,
): void {
  const differing = comparisons.filter((comparison) => comparison.differs === true)
  const unasked = comparisons.filter((comparison) => comparison.differs === undefined)
  if (differing.length > 0) {
    const rows = differing.map(({ reference, orderId, ours, theirs, canSettle }) => [
      orderId === undefined ? '?' : `#${orderNumber(orderId)}`,
      ours.words,
      formatKobo(ours.kobo),
      theirs.words,
      formatKobo(theirs.kobo),
      canSettle ? '--settle mends it' : 'needs you',
      reference,
    ])
    const headings = ['Order', 'Here', 'Received', 'Provider', 'Received', '', 'Reference']
    for (const line of tableLines(headings, rows)) say(line)
  }
  const sum = (side: 'ours' | 'theirs') =>
    comparisons.reduce((total, comparison) => total + comparison[side].kobo, 0)
  say(
    `${comparisons.length} payments compared: ${formatKobo(sum('ours'))} received here, ${formatKobo(sum('theirs'))} at the provider; ${differing.length === 0 ? 'nothing differs' : `${differing.length} differ`}.`,
  )
  if (unasked.length > 0) complain(`${unasked.length} could not be compared: the provider cannot be reached.`)
}

export const paymentsCommand = commandOfActions({
  name: 'payments',
  summary: 'Compares payments with the provider, to the kobo.',
  help: HELP,
  actions: [
    {
      name: 'check',
      usage: '[ORDER…] [--since …] [--settle]',
      summary: 'Tells what differs, now.',
      run: check,
    },
  ],
})
