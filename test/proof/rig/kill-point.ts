import type { Ways } from './rig.ts'
import type { Side } from './tcp-proxy.ts'

/** Inspects each chunk of one connection, and the statements that begin in it; returns true at the awaited moment. */
export type Watch = (piece: Uint8Array, from: Side, statements: readonly string[]) => boolean

/**
 * A moment in the life of a payment at which a process is killed. It is recognised on the wire, from what the process sends
 * to its database, to the provider or in response to a webhook, so that it needs no code in the shop.
 */
export type KillPoint = {
  name: string
  /** The operation in progress, which decides how a run reaches the point. */
  during: 'start' | 'event' | 'settle' | 'refund' | 'mail'
  way: keyof Ways
  /** The chunk just seen is still forwarded: the other side receives it, then the process dies. */
  passes?: true
  /** Creates the watch of one connection. Statements and calls belong to the run if their bytes contain one of the `markers`. */
  watch: (markers: readonly string[]) => Watch
}

/** `forwarded`: how many of the statements went on in earlier chunks; those of one chunk are issued together. */
type Transaction = { statements: string[]; forwarded: number; bytes: string; isCommitting: boolean }

const newTransaction = (): Transaction => ({ statements: [], forwarded: 0, bytes: '', isCommitting: false })

/** Watches a PostgreSQL connection. */
function onStatement(
  isMoment: (transaction: Transaction, statement: string | undefined) => boolean,
): KillPoint['watch'] {
  return (markers) => {
    const transaction = newTransaction()
    let isNow = false
    const isOurs = () => markers.some((marker) => transaction.bytes.includes(marker))
    return (piece, from, statements) => {
      if (from === 'server') return isOurs() && isMoment(transaction, undefined)
      transaction.bytes += Buffer.from(piece).toString('latin1')
      transaction.forwarded = transaction.statements.length
      for (const text of statements) {
        const statement = text.trim().toLowerCase()
        if (statement.startsWith('begin') || transaction.isCommitting) {
          Object.assign(transaction, newTransaction())
        }
        transaction.isCommitting = statement.startsWith('commit')
        isNow ||= isOurs() && isMoment(transaction, statement)
        transaction.statements.push(statement)
      }
      return isNow
    }
  }
}

const beforeCommitOf = (pattern: RegExp) =>
  onStatement(
    ({ statements }, statement) =>
      statement?.startsWith('commit') === true && statements.some((earlier) => pattern.test(earlier)),
  )

/** `statement` is undefined when the database responds: the first response to a commit confirms it. */
const afterCommitOf = (pattern: RegExp) =>
  onStatement(
    ({ statements, isCommitting }, statement) =>
      statement === undefined && isCommitting && statements.some((earlier) => pattern.test(earlier)),
  )

/** What was issued together with the pattern's statement has gone on with it. */
const onTheStatementAfter = (pattern: RegExp) =>
  onStatement(
    ({ statements, forwarded }, statement) =>
      statement !== undefined &&
      forwarded > 0 &&
      statements.slice(0, forwarded).some((earlier) => pattern.test(earlier)),
  )

const before = (pattern: RegExp) =>
  onStatement((_, statement) => statement !== undefined && pattern.test(statement))

/** An HTTP call; the shop uses a new connection for each call to the provider. */
function onCall(pattern: RegExp, moment: 'requested' | 'responded'): KillPoint['watch'] {
  return (markers) => {
    let asked = ''
    const isOurs = () => pattern.test(asked) && markers.some((marker) => asked.includes(marker))
    return (piece, from) => {
      if (from === 'server') return moment === 'responded' && isOurs()
      const text = Buffer.from(piece).toString('latin1')
      asked = /^[A-Z]+ \//.test(text) ? text : asked + text
      return moment === 'requested' && isOurs()
    }
  }
}

const HOLD = /insert into "orders"/
const PAGE = /update "payment_attempts" set .*"url" = /
const EVENT = /insert into "provider_events"/
const END = /update "orders" set "status"/
const LOCK = /from "orders" .*for update/

export const KILL_POINTS: readonly KillPoint[] = [
  {
    name: 'start: the hold is written, not committed',
    during: 'start',
    way: 'database',
    watch: beforeCommitOf(HOLD),
  },
  {
    name: 'start: the hold is committed, the provider not asked',
    during: 'start',
    way: 'provider',
    watch: onCall(/^POST \/transaction\/initialize/, 'requested'),
  },
  {
    name: 'start: the provider has responded, nobody has received it',
    during: 'start',
    way: 'provider',
    watch: onCall(/^POST \/transaction\/initialize/, 'responded'),
  },
  {
    name: 'start: the page is kept, the shopper has not got it',
    during: 'start',
    way: 'database',
    watch: afterCommitOf(PAGE),
  },
  { name: 'event: written, not committed', during: 'event', way: 'database', watch: beforeCommitOf(EVENT) },
  {
    name: 'event: committed, without a response',
    during: 'event',
    way: 'database',
    watch: afterCommitOf(EVENT),
  },
  {
    name: 'event: response 200, not worked on',
    during: 'event',
    way: 'webhook',
    passes: true,
    watch: onCall(/^POST \/api\/payment\/webhook/, 'responded'),
  },
  {
    name: 'settle: the provider not asked yet',
    during: 'settle',
    way: 'provider',
    watch: onCall(/^GET \/transaction\/verify\//, 'requested'),
  },
  {
    name: 'settle: the provider has responded, nobody has received it',
    during: 'settle',
    way: 'provider',
    watch: onCall(/^GET \/transaction\/verify\//, 'responded'),
  },
  {
    name: 'settle: the order is locked',
    during: 'settle',
    way: 'database',
    watch: onTheStatementAfter(LOCK),
  },
  {
    name: 'settle: paid is written, not committed',
    during: 'settle',
    way: 'database',
    watch: beforeCommitOf(END),
  },
  {
    name: 'settle: paid is committed, nobody has been notified',
    during: 'settle',
    way: 'database',
    watch: afterCommitOf(END),
  },
  {
    name: 'refund: the provider has acted, nobody has received it',
    during: 'refund',
    way: 'provider',
    watch: onCall(/^POST \/refund/, 'responded'),
  },
  {
    name: 'mail: sent, not marked so',
    during: 'mail',
    way: 'database',
    watch: before(/update "outbox" set .*"sent_at" = /),
  },
]

/** Of a refund that an owner has asked for. */
export const REFUND_KILL_POINTS = {
  recorded: {
    name: 'refund: recorded, nobody has been told, the provider not asked',
    during: 'refund',
    way: 'database',
    watch: afterCommitOf(/insert into "refunds"/),
  },
  sent: {
    name: 'refund: sent to the provider, which has not received it',
    during: 'refund',
    way: 'provider',
    watch: onCall(/^POST \/refund/, 'requested'),
  },
  accepted: {
    name: 'refund: the provider has accepted it, the shop has not recorded that',
    during: 'refund',
    way: 'provider',
    watch: onCall(/^POST \/refund/, 'responded'),
  },
} as const satisfies Record<string, KillPoint>
