import type { Command } from '@commander-js/extra-typings'
import type { Database } from '#server/db/connection.ts'
import { Refusal } from '#server/refusal.ts'
import { approveReturn, declineReturn, receiveReturn } from '#server/return/decide.ts'
import { listOpenRequests, listRequestsOf, type Request } from '#server/return/store.ts'
import { returnAnswer } from '#shared/contract/admin/return.ts'
import { orderNumber } from '#shared/order-number.ts'
import { RETURN_FROM, RETURN_REASON_WORDS } from '#shared/return.ts'
import { readWhole } from './arguments.ts'
import type { Context } from './command.ts'
import { getNamedOrder } from './named-item.ts'
import { counted, plainText, timeText } from './table.ts'

export const RETURN_RULES = `
  returns    lists what buyers ask to send back, and what is on its way. approve and decline take --answer, which the buyer is
             mailed: how it comes back, or why not. receive says that it is here; "refund" then returns the money.`

/** What the admin does with what comes back, by the same functions. */
export function addOrderReturns(orders: Command, { output: { say }, act, actor, withShop }: Context): void {
  const returns = orders.command('returns').description('Lists and answers what buyers ask to send back.')
  returns
    .command('list', { isDefault: true })
    .description('Lists what is to be answered, and what is on its way back.')
    .action(() =>
      withShop(async ({ connection: { db } }) => {
        const requests = await listOpenRequests(db)
        if (requests.length === 0) say('Nobody asks to send anything back.')
        for (const request of requests) for (const line of requestLines(request)) say(line)
      }),
    )
  const steps = [
    { verb: 'approve', to: 'approved', run: approveReturn, says: 'The buyer is mailed how it comes back.' },
    { verb: 'decline', to: 'declined', run: declineReturn, says: 'The buyer is mailed why.' },
  ] as const
  for (const { verb, to, run, says } of steps)
    returns
      .command(verb)
      .description(`Answers a request: it is ${to}.`)
      .argument('<order>', 'its number, id or payment reference')
      .requiredOption('--answer <text>', 'what the buyer is mailed')
      .option('--return <n>', 'which one', readWhole('--return', 1))
      .action((name, { answer, return: number }) =>
        act(async (tx, dependencies) => {
          const written = returnAnswer.safeParse(answer)
          if (!written.success) throw new Refusal(`${written.error.issues[0]?.message ?? 'Not valid'}.`)
          const { id: requestId, state: shown, ...request } = await getRequest(tx, name, number, to)
          await run(tx, dependencies, { actor: actor() }, { requestId, shown, answer: written.data })
          say(`${labelOf(request)} is ${to}. ${says}`)
        }),
      )
  returns
    .command('receive')
    .description('Says that what was to come back is here.')
    .argument('<order>', 'its number, id or payment reference')
    .option('--return <n>', 'which one', readWhole('--return', 1))
    .action((name, { return: number }) =>
      act(async (tx, dependencies) => {
        const { id: requestId, state: shown, ...request } = await getRequest(tx, name, number, 'received')
        await receiveReturn(tx, dependencies, { actor: actor() }, { requestId, shown })
        say(`${labelOf(request)} is here. "orders refund" returns the money.`)
      }),
    )
}

const labelOf = ({ number, orderId }: Pick<Request, 'number' | 'orderId'>) =>
  `Return ${number} of order #${orderNumber(orderId)}`

function requestLines(request: Request): string[] {
  const { state, askedAt, reason, words, lines } = request
  const pieces = lines.map(({ position, quantity }) => `${quantity} of line ${position + 1}`).join(', ')
  return [
    `${labelOf(request)}  ${timeText(askedAt)}  ${state}: ${pieces}`,
    `    ${[RETURN_REASON_WORDS[reason], plainText(words)].filter(Boolean).join('. ')}`,
  ]
}

/** The request of an order by its number; without one, the only one that can still become `to`. */
async function getRequest(
  db: Database,
  name: string,
  number: number | undefined,
  to: keyof typeof RETURN_FROM,
): Promise<Request> {
  const orderId = await getNamedOrder(db, name)
  const fitting = (await listRequestsOf(db, orderId)).filter((each) =>
    number === undefined ? RETURN_FROM[to].includes(each.state) : each.number === number,
  )
  const [found, ...others] = fitting
  const order = `Order #${orderNumber(orderId)}`
  if (found === undefined) throw new Refusal(`${order} has no return that can be ${to}. Nothing was changed.`)
  if (others.length > 0)
    throw new Refusal(
      `${order} has ${counted(fitting.length, 'return')} of that kind: say which by --return (${fitting.map((each) => each.number).join(', ')}). Nothing was changed.`,
    )
  return found
}
