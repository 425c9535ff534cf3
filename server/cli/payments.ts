import { InvalidArgumentError } from '@commander-js/extra-typings'
import { errorName } from '#server/log/log-error.ts'
import { throttleProvider } from '#server/payment/connection/wrap-calls.ts'
import { isReference } from '#server/payment/reference.ts'
import { flagExternalRefunds } from '#server/payment/refund/external-refund.ts'
import { checkRefund } from '#server/payment/refund/refund.ts'
import type { SettleDependencies } from '#server/payment/settle/apply-decision.ts'
import { type Comparison, comparePayment, comparePayments } from '#server/payment/settle/compare.ts'
import { settle } from '#server/payment/settle/settle.ts'
import { ProviderAwayError } from '#server/payment/settle/success-sweep.ts'
import { findAttempt, getAttemptOfOrder } from '#server/payment/store.ts'
import { Refusal } from '#server/refusal.ts'
import { formatKobo } from '#shared/naira.ts'
import { orderNumber } from '#shared/order-number.ts'
import { readSince } from './arguments.ts'
import { type AddCommand, type Context, unlessError } from './command.ts'
import { getNamedOrder } from './named-item.ts'
import { addPaymentAsk } from './payment-ask.ts'
import { counted, plainText, tableLines } from './table.ts'

/** The provider retries its events for 72 hours; one more day covers a payment started before that. */
const SINCE_UNLESS_TOLD = '4d'

const RULES = `  ask             is for "I have paid, here is the picture": it is paid if this says so, and only then. Exits with 1 otherwise.
  check           compares with the provider now, to the kobo: its successful payments since --since (default ${SINCE_UNLESS_TOLD}; 7d, 12h
                  or 2026-11-20) and our payments that are open, paid or being refunded. With orders or references, only
                  those, and without --since.
  check --settle  runs the ordinary settlement on what differs, then compares again. It follows the same rules as the
                  shop itself and never charges anybody. A refund made in the provider's dashboard becomes an issue for
                  you: check that it was intended, and close it with "orders resolve"; then it no longer differs.

Exits with 0 when everything agrees, with 1 when something differs, a reference is unknown here and at the provider, or the
provider could not be reached. Takes --json (with npm run -s shop, or npm's own lines come first); amounts in JSON are
kobo: 1550000 is ₦15,500.
Sends the provider at most PAYMENT_CHECKS_PER_S requests a second (default 5), two for each paid order: a thousand paid
orders take about 7 minutes, longer if the provider responds slowly.`

export const addPayments: AddCommand = (program, context) => {
  const payments = program
    .command('payments')
    .description('Asks the provider whether an order is paid; compares payments with it, to the kobo.')
    .addHelpText('after', unlessError(RULES))
  addPaymentAsk(payments, context)
  payments
    .command('check')
    .description('Reports what differs now.')
    .argument('[order...]', 'orders or references; without any, all of them since --since')
    .option('--since <time>', `from then on: 7d, 12h or 2026-11-20 (default: ${SINCE_UNLESS_TOLD})`)
    .option('--settle', 'run the ordinary settlement on what differs')
    .option('--json', 'as JSON')
    .action((names, options) => {
      if (options.since !== undefined && names.length > 0)
        throw new InvalidArgumentError(
          '--since has no effect on payments that are named: leave out one or the other.',
        )
      return checkPayments(names, options, context)
    })
}

type CheckOptions = { since?: string | undefined; settle?: true | undefined; json?: true | undefined }

function checkPayments(names: readonly string[], options: CheckOptions, context: Context): Promise<void> {
  const { say, complain } = context.output
  return context.withShop(async (shop) => {
    const opened = await shop.dependencies()
    const dependencies = {
      ...opened,
      provider: throttleProvider(opened.provider, 1000 / opened.settings.paymentChecksPerS),
    }
    const { db, now } = dependencies
    const since = readSince(options.since ?? SINCE_UNLESS_TOLD, now())
    const references: string[] = []
    for (const name of names) {
      const referenceOf = async () => (await getAttemptOfOrder(db, await getNamedOrder(db, name))).reference
      references.push(isReference(name) ? name : await referenceOf())
    }
    const comparisons: Comparison[] = []
    const which = names.length > 0 ? { references } : { since }
    try {
      for await (const found of comparePayments(dependencies, which)) comparisons.push(found)
    } catch (error) {
      if (!(error instanceof ProviderAwayError)) throw error
      throw new Refusal(
        `The provider's list of payments cannot be read at the moment (${error.message}). Nothing was changed.`,
      )
    }
    const settled = options.settle
      ? await settleAll(dependencies, comparisons, context.actor(), complain)
      : comparisons
    if (options.json) say(JSON.stringify(settled, null, 2))
    else tell(settled, say, complain)
    if (!settled.every(({ differs, exists }) => differs === false && exists)) context.fail()
  })
}

/** Settles the differing payments that can be settled, each by itself; returns all comparisons as they are afterwards. */
async function settleAll(
  dependencies: SettleDependencies,
  comparisons: readonly Comparison[],
  actor: string,
  complain: (line: string) => void,
): Promise<Comparison[]> {
  const after: Comparison[] = []
  for (const comparison of comparisons) {
    const { reference, differs, canSettle, hasExternalRefund } = comparison
    if (differs !== true || !(canSettle || hasExternalRefund)) {
      after.push(comparison)
      continue
    }
    try {
      after.push(await settleOne(dependencies, comparison, actor))
    } catch (error) {
      complain(`"${plainText(reference)}" could not be settled (${errorName(error)}). Please try again.`)
      after.push(comparison)
    }
  }
  return after
}

async function settleOne(
  dependencies: SettleDependencies,
  comparison: Comparison,
  actor: string,
): Promise<Comparison> {
  const { reference, canSettle } = comparison
  if (canSettle) {
    await settle(dependencies, reference, 'owner', actor)
    await checkRefund(dependencies, reference, actor)
  }
  const stands = canSettle ? await comparePayment(dependencies, reference) : comparison
  const attempt = stands.hasExternalRefund ? await findAttempt(dependencies.db, reference) : undefined
  // Opens an issue; the payment is listed as differing until a person closes it.
  if (attempt !== undefined) await flagExternalRefunds(dependencies, attempt, actor)
  return stands
}

function tell(
  all: readonly Comparison[],
  say: (line: string) => void,
  complain: (line: string) => void,
): void {
  for (const { reference } of all.filter(({ exists }) => !exists))
    complain(`There is no payment "${plainText(reference)}" here or at the provider.`)
  const comparisons = all.filter(({ exists }) => exists)
  if (comparisons.length === 0 && all.length > 0) return
  const differing = comparisons.filter((comparison) => comparison.differs === true)
  const unasked = comparisons.filter((comparison) => comparison.differs === undefined)
  if (differing.length > 0) {
    const rows = differing.map(({ reference, orderId, ours, theirs, canSettle }) => [
      orderId === undefined ? '?' : `#${orderNumber(orderId)}`,
      ours.words,
      formatKobo(ours.kobo),
      theirs.words,
      formatKobo(theirs.kobo),
      canSettle ? 'use --settle' : 'needs you',
      reference,
    ])
    const headings = ['Order', 'Here', 'Received', 'Provider', 'Received', '', 'Reference']
    for (const line of tableLines(headings, rows)) say(line)
  }
  const sum = (side: 'ours' | 'theirs') =>
    comparisons.reduce((total, comparison) => total + comparison[side].kobo, 0)
  say(
    `${counted(comparisons.length, 'payment')} compared: ${formatKobo(sum('ours'))} received here, ${formatKobo(sum('theirs'))} at the provider; ${differing.length === 0 ? 'nothing differs' : counted(differing.length, 'differs', 'differ')}.`,
  )
  if (unasked.length > 0) complain(`${unasked.length} could not be compared: the provider cannot be reached.`)
}
