import { type Command, InvalidArgumentError } from '@commander-js/extra-typings'
import type { Database } from '#server/db/connection.ts'
import { Refusal } from '#server/refusal.ts'
import { approveReturn, changeReturn, declineReturn, receiveReturn } from '#server/return/decide.ts'
import type { WantedSize } from '#server/return/exchange.ts'
import { listOpenRequests, listRequestsOf, type Request } from '#server/return/store.ts'
import { returnAnswer } from '#shared/contract/admin/return.ts'
import { EXCHANGE_HELD_DAYS } from '#shared/limits.ts'
import { orderNumber } from '#shared/order-number.ts'
import { CHANGED_FROM, RETURN_FROM, RETURN_REASON_WORDS } from '#shared/return.ts'
import { parseOrRefuse, readWhole } from './arguments.ts'
import type { Context } from './command.ts'
import { getNamedOrder } from './named-item.ts'
import { counted, plainText, timeText } from './table.ts'

export const RETURN_RULES = `
  returns    lists what buyers ask to send back, and what is on its way. approve and decline take --answer, which the buyer is
             mailed: how it comes back, or why not. receive says that it is here; "refund" then returns the money. What the buyer
             gets in exchange is held at approve, for ${EXCHANGE_HELD_DAYS} days, and to be packed at receive. approve and change take --exchange 1=M
             (line 1 in size M; again for further lines) or --money; without either, approve does as the buyer asked.`

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
  const answered = (verb: string, description: string) =>
    returns
      .command(verb)
      .description(description)
      .argument('<order>', 'its number, id or payment reference')
      .requiredOption('--answer <text>', 'what the buyer is mailed')
      .option('--return <n>', 'which one', readWhole('--return', 1))
  answered('approve', 'Answers a request: it comes back.')
    .option('--exchange <line=size>', 'in which size they get a line instead', readSize)
    .option('--money', 'they get their money')
    .action((name, { answer: text, return: number, ...wanted }) =>
      act(async (tx, dependencies) => {
        const answer = parseOrRefuse(returnAnswer, text)
        const { id: requestId, state: shown, ...request } = await getRequest(tx, name, number, 'approved')
        const exchange = wanted.exchange ?? (wanted.money ? null : undefined)
        await approveReturn(tx, dependencies, { actor: actor() }, { requestId, shown, answer, exchange })
        say(`${labelOf(request)} is approved. The buyer is mailed how it comes back.`)
      }),
    )
  answered('decline', 'Answers a request: it does not come back, or not as agreed.').action(
    (name, { answer: text, return: number }) =>
      act(async (tx, dependencies) => {
        const answer = parseOrRefuse(returnAnswer, text)
        const { id: requestId, state: shown, ...request } = await getRequest(tx, name, number, 'declined')
        await declineReturn(tx, dependencies, { actor: actor() }, { requestId, shown, answer })
        say(`${labelOf(request)} is declined. The buyer is mailed why.`)
      }),
  )
  answered('change', 'Pays back what was to be exchanged, or exchanges it.')
    .option('--exchange <line=size>', 'in which size they get a line instead', readSize)
    .option('--money', 'they get their money')
    .option('--restock', 'what came back goes on sale again')
    .action((name, { answer: text, return: number, exchange, money, restock: isRestocked = false }) =>
      act(async (tx, dependencies) => {
        const answer = parseOrRefuse(returnAnswer, text)
        if ((exchange === undefined) === (money === undefined))
          throw new Refusal('Say --exchange or --money. Nothing was changed.')
        const request = await getRequest(tx, name, number, 'changed')
        const { id: requestId, state: shown } = request
        const answeredAt = request.answeredAt?.toISOString() ?? ''
        await changeReturn(
          tx,
          dependencies,
          { actor: actor() },
          { requestId, shown, answer, answeredAt, exchange: exchange ?? null, isRestocked },
        )
        say(`${labelOf(request)} is for ${exchange ? 'an exchange' : 'the money'} now. The buyer is mailed.`)
      }),
    )
  returns
    .command('receive')
    .description('Says that what was to come back is here.')
    .argument('<order>', 'its number, id or payment reference')
    .option('--return <n>', 'which one', readWhole('--return', 1))
    .option('--restock', 'of an exchange: what came back goes on sale again')
    .action((name, { return: number, restock: isRestocked = false }) =>
      act(async (tx, dependencies) => {
        const { id: requestId, state: shown, ...request } = await getRequest(tx, name, number, 'received')
        await receiveReturn(tx, dependencies, { actor: actor() }, { requestId, shown, isRestocked })
        say(
          `${labelOf(request)} is here. ${request.wish === 'refund' ? '"orders refund" returns the money.' : 'What is held in exchange is to be packed.'}`,
        )
      }),
    )
}

/** `--exchange 1=M`, once for each line. */
function readSize(text: string, before: readonly WantedSize[] = []): WantedSize[] {
  const [, line, size = ''] = /^(\d+)=(.+)$/.exec(text.trim()) ?? []
  if (line === undefined || Number(line) < 1)
    throw new InvalidArgumentError('--exchange takes a line and its new size, such as 1=M.')
  return [...before, { position: Number(line) - 1, size }]
}

const labelOf = ({ number, orderId }: Pick<Request, 'number' | 'orderId'>) =>
  `Return ${number} of order #${orderNumber(orderId)}`

function requestLines(request: Request): string[] {
  const { state, askedAt, reason, words, lines } = request
  const pieces = lines
    .map(
      ({ position, quantity, size }) =>
        `${quantity} of line ${position + 1}${size === null ? '' : ` for size ${plainText(size)}`}`,
    )
    .join(', ')
  return [
    `${labelOf(request)}  ${timeText(askedAt)}  ${state}: ${pieces}`,
    `    ${[RETURN_REASON_WORDS[reason], plainText(words)].filter(Boolean).join('. ')}`,
  ]
}

const FROM = { ...RETURN_FROM, changed: CHANGED_FROM }

/** The request of an order by its number; without one, the only one that can still become `to`. */
async function getRequest(
  db: Database,
  name: string,
  number: number | undefined,
  to: keyof typeof FROM,
): Promise<Request> {
  const orderId = await getNamedOrder(db, name)
  const fitting = (await listRequestsOf(db, orderId)).filter((each) =>
    number === undefined ? FROM[to].includes(each.state) : each.number === number,
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
