import type { Dependencies } from '#server/dependencies.ts'
import { SWEEP_EVERY_MS } from '#server/jobs/queue.ts'
import { announceChange } from '#server/staff/live-lists.ts'
import { deletePushSubscriptions, listPushSubscriptions } from '#server/staff/push-store.ts'
import { rolesWith } from '#shared/contract/permission.ts'
import { formatKobo } from '#shared/naira.ts'
import { ALERT_WAYS, type AlertFacts, alertWords } from '../alert.ts'
import { type PushMessage, type PushOutcome, sendPush } from './send.ts'
import { claimDuePushes, type DuePush, markPushed } from './store.ts'
import { getVapidKeys } from './vapid.ts'

export const PUSH_QUEUE = 'alert-push'
/** A minute apart; the mail and Today are there all the same. */
const TRIES_MAX = 5
/** More orders than this at once, as those of a night, are one message. */
const ORDERS_TOLD_APART = 3

type PushDependencies = Pick<Dependencies, 'db' | 'jobs' | 'now' | 'log'>

/** Declares the job that tells devices, and the sweep for what waits until morning, has failed or has lost its job. */
export function definePushWork(dependencies: PushDependencies): void {
  const options = { retryLimit: 2, retryDelayS: 5, retryDelayMaxS: 60, expireInS: 60 }
  dependencies.jobs.define(PUSH_QUEUE, options, async () => {
    // Not in the transaction of a payment, whose commit would wait for those of all others that notify.
    await announceChange(dependencies.db)
    await pushDue(dependencies)
  })
  dependencies.jobs.repeat('alert-push-sweep', SWEEP_EVERY_MS, () => pushDue(dependencies))
}

/** Tells every enrolled device what is due. A device that has left is not told again; one that cannot be reached is, a few times. */
async function pushDue({ db, now, log }: PushDependencies): Promise<void> {
  const due = await claimDuePushes(db, now())
  if (due.length === 0) return
  const subscriptions = await listPushSubscriptions(db, rolesWith('alert'))
  const keys = await getVapidKeys(db)
  const sends = messagesOf(due).flatMap((message) =>
    subscriptions.map(async ({ id, ...subscription }) => ({
      id,
      outcome: await sendPush({ id, ...subscription }, message, keys),
    })),
  )
  const results = await Promise.all(sends)
  const having = (wanted: PushOutcome) => results.filter(({ outcome }) => outcome === wanted)
  await deletePushSubscriptions(
    db,
    having('gone').map(({ id }) => id),
  )
  if (having('refused').length > 0) log.warn({ refused: having('refused').length }, 'a push service refused')
  const isLast = (push: DuePush) => having('later').length === 0 || push.tries >= TRIES_MAX
  await markPushed(
    db,
    due.filter(isLast).map(({ id }) => id),
  )
}

function messagesOf(due: readonly DuePush[]): PushMessage[] {
  const orders = due.flatMap(({ facts }) => (facts.kind === 'order-paid' ? [facts] : []))
  if (orders.length <= ORDERS_TOLD_APART) return due.map(({ id, facts }) => messageOf(facts, String(id)))
  const total = orders.reduce((sum, each) => sum + each.total, 0)
  const title = `${formatKobo(total)} from ${orders.length} new orders`
  const others = due.filter(({ facts }) => facts.kind !== 'order-paid')
  return [
    { title, text: 'All paid.', path: '/orders', tag: `orders ${due[0]?.id}`, isUrgent: false },
    ...others.map(({ id, facts }) => messageOf(facts, String(id))),
  ]
}

const messageOf = (facts: AlertFacts, tag: string): PushMessage => ({
  ...alertWords(facts),
  tag,
  isUrgent: ALERT_WAYS[facts.kind].isUrgent,
})
