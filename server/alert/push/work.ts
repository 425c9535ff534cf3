import type { Dependencies } from '#server/dependencies.ts'
import { announceChange } from '#server/staff/live-lists.ts'
import { deletePushSubscriptions, listPushSubscriptions } from '#server/staff/push-store.ts'
import { rolesWith } from '#shared/contract/permission.ts'
import { formatKobo } from '#shared/naira.ts'
import { ALERT_WAYS, type AlertFacts, alertWords } from '../alert.ts'
import { pushDueAt } from './due.ts'
import { type PushMessage, type PushOutcome, sendPush } from './send.ts'
import { claimDuePushes, type DuePush, movePushes } from './store.ts'
import { getVapidKeys } from './vapid.ts'

/** A device rings, and an open list is read again, so long after a payment, unless a push service lets the last look wait. */
const LOOK_EVERY_MS = 1_000
/** A minute apart; the mail and Today are there all the same. */
const TRIES_MAX = 5
/** More orders than this at once, as those of a night, are one message. */
const ORDERS_TOLD_APART = 3

type PushDependencies = Pick<Dependencies, 'db' | 'jobs' | 'now' | 'log'>

/**
 * Declares the look for alerts that are new, have waited until morning or have failed. It is no job of each alert: a look finds all
 * of a second, and costs the transaction of a payment nothing.
 */
export function definePushWork(dependencies: PushDependencies): void {
  dependencies.jobs.repeat('alert-push', LOOK_EVERY_MS, () => tellNew(dependencies))
}

/** What an alert tells is in a list of the admin too, which is read again; devices are told unless it is night. */
async function tellNew(dependencies: PushDependencies): Promise<void> {
  const { db } = dependencies
  const now = dependencies.now()
  const claimed = await claimDuePushes(db, now)
  if (claimed.length === 0) return
  // Not in the transaction of a payment, whose commit would wait for those of all others that notify.
  await announceChange(db)
  const {
    due = [],
    never = [],
    later = [],
  } = Object.groupBy(claimed, ({ facts }) => {
    const ways = ALERT_WAYS[facts.kind]
    if (!ways.isPushed) return 'never'
    return pushDueAt(now, ways) > now ? 'later' : 'due'
  })
  await movePushes(db, idsOf(never), null)
  await movePushes(db, idsOf(later), pushDueAt(now, { isUrgent: false }))
  if (due.length > 0) await pushDue(dependencies, due)
}

const idsOf = (pushes: readonly { id: number }[]) => pushes.map(({ id }) => id)

/** Tells every enrolled device what is due. A device that has left is not told again; one that cannot be reached is, a few times. */
async function pushDue({ db, log }: PushDependencies, due: readonly DuePush[]): Promise<void> {
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
  await movePushes(db, idsOf(due.filter(isLast)), null)
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
