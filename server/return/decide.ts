import { recordAct } from '#server/audit/store.ts'
import type { Database } from '#server/db/connection.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { queueMail } from '#server/mail/outbox.ts'
import { isErased } from '#server/order/erased.ts'
import { lockOrdersWith } from '#server/order/lock-store.ts'
import type { Order } from '#server/order/store.ts'
import type { By } from '#server/staff/member.ts'
import { ShopError } from '#shared/errors.ts'
import { itemCount } from '#shared/item-count.ts'
import { orderNumber } from '#shared/order-number.ts'
import { RETURN_FROM, type ReturnState } from '#shared/return.ts'
import { changeRequest, findOrderIdOf, listRequestsOf, type Request } from './store.ts'

type DecideDependencies = Pick<Dependencies, 'jobs' | 'now'>
/** `shown` is the state in which whoever decides has seen the request. */
type Shown = { requestId: string; shown: ReturnState }
type Answered = Shown & { answer: string }

/** The buyer may send it, and is mailed how. Returns the order's id, as the others do. */
export function approveReturn(
  tx: Database,
  dependencies: DecideDependencies,
  by: By,
  { answer, ...shown }: Answered,
): Promise<string> {
  return answerReturn(tx, dependencies, by, shown, { state: 'approved', answer })
}

/** It does not come back, or did not come as agreed: the buyer is mailed why. */
export function declineReturn(
  tx: Database,
  dependencies: DecideDependencies,
  by: By,
  { answer, ...shown }: Answered,
): Promise<string> {
  return answerReturn(tx, dependencies, by, shown, { state: 'declined', answer })
}

/** It is here. Its money is returned by a refund of these pieces. */
export async function receiveReturn(
  tx: Database,
  { now }: Pick<DecideDependencies, 'now'>,
  by: By,
  shown: Shown,
): Promise<string> {
  const { order, request } = await lockRequest(tx, shown, 'received')
  await changeRequest(tx, request.id, { state: 'received', receivedAt: now(), receivedBy: by.actor })
  await recordStep(tx, by, request, 'received', now())
  return order.id
}

const MAIL_OF = { approved: 'return_approved', declined: 'return_declined' } as const

async function answerReturn(
  tx: Database,
  { jobs, now }: DecideDependencies,
  by: By,
  shown: Shown,
  { state, answer }: { state: keyof typeof MAIL_OF; answer: string },
): Promise<string> {
  const { order, request } = await lockRequest(tx, shown, state)
  await changeRequest(tx, request.id, { state, answer, answeredAt: now(), answeredBy: by.actor })
  if (!isErased(order))
    await queueMail(tx, jobs, {
      kind: MAIL_OF[state],
      orderId: order.id,
      part: request.id,
      recipient: order.email,
      payload: {},
      createdAt: now(),
    })
  await recordStep(tx, by, request, state, now())
  return order.id
}

/** Locks the order of a request that can still become `to`. If it is not what was shown, somebody else was faster. */
async function lockRequest(
  tx: Database,
  { requestId, shown }: Shown,
  to: keyof typeof RETURN_FROM,
): Promise<{ order: Order; request: Request }> {
  const orderId = await findOrderIdOf(tx, requestId)
  if (orderId === undefined) throw new ShopError('NOT_FOUND', 'There is no such request.')
  const { order } = await lockOrdersWith(tx, orderId)
  const request = (await listRequestsOf(tx, orderId)).find(({ id }) => id === requestId)
  if (request === undefined) throw new Error(`Order ${orderId} has no return request ${requestId}`)
  const { state, number } = request
  if (state !== shown || !RETURN_FROM[to].includes(state)) {
    const who = state === 'received' ? request.receivedBy : request.answeredBy
    throw new ShopError(
      'CHANGED_MEANWHILE',
      `Return ${number} of order #${orderNumber(orderId)} is ${state}${who === null ? '' : ` by ${who}`}. Please look again.`,
    )
  }
  return { order, request }
}

/** Without words: the buyer's and the shop's may name a person. */
function recordStep(
  tx: Database,
  by: By,
  { orderId, number, state, lines }: Request,
  to: Exclude<ReturnState, 'asked'>,
  now: Date,
): Promise<void> {
  const pieces = itemCount(lines.reduce((sum, { quantity }) => sum + quantity, 0))
  const details = { state: [state, to], note: `return ${number}, ${pieces}` }
  const verb = { approved: 'approve', declined: 'decline', received: 'receive' }[to]
  return recordAct(tx, { ...by, action: `return.${verb}`, subject: orderId, details }, now)
}
