import { sql } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { rowsOf } from '#server/db/rows.ts'

/** The state machine of orders and of their payments, written from its specification and not from the program. */
const ORDER_MOVES: Record<string, readonly string[]> = {
  '': ['pending'],
  pending: ['paid', 'failed', 'cancelled'],
  failed: ['paid'],
  cancelled: ['paid'],
  paid: [],
}
const LATE_MONEY = ['succeeded', 'mismatch', 'refund_due']
const ATTEMPT_MOVES: Record<string, readonly string[]> = {
  '': ['created'],
  // Also expired: another order of its checkout was paid, or replaced it, before the provider returned its page.
  created: ['started', 'start_unknown', 'failed', 'expired', 'refunded', ...LATE_MONEY],
  started: ['failed', 'expired', 'refunded', ...LATE_MONEY],
  start_unknown: LATE_MONEY,
  failed: LATE_MONEY,
  expired: LATE_MONEY,
  // Reversed by the provider.
  succeeded: ['refunded'],
  mismatch: ['refunded'],
  refund_due: ['refund_sent', 'refunded', 'refund_stuck'],
  refund_sent: ['refunded', 'refund_stuck'],
  // The owner resolved it at the provider, or the banks completed it after all.
  refund_stuck: ['refund_sent', 'refunded'],
  refunded: ['refund_sent', 'refund_stuck'],
}

/** From now on triggers in the database record every change of an order's status and of its payment's state. */
export async function logTransitions(db: Database): Promise<void> {
  await db.execute(sql`create table transition_log
    (id bigserial primary key, thing text not null, subject text not null, was text not null, becomes text not null)`)
  await db.execute(sql`create function log_transition() returns trigger language plpgsql as $$
    declare
      was text := '';
      becomes text := to_jsonb(new) ->> tg_argv[0];
    begin
      if tg_op = 'UPDATE' then was := to_jsonb(old) ->> tg_argv[0]; end if;
      if was <> becomes then
        insert into transition_log (thing, subject, was, becomes) values (tg_table_name, new.id, was, becomes);
      end if;
      return new;
    end $$`)
  await db.execute(sql`create trigger log_order after insert or update on orders
    for each row execute function log_transition('status')`)
  await db.execute(sql`create trigger log_attempt after insert or update on payment_attempts
    for each row execute function log_transition('state')`)
}

/**
 * Replays the recorded transitions: each order and payment starts with no state, every transition is in the table, and each
 * starts in the state in which the previous one ended. Returns their number; throws with those that are not allowed.
 */
export async function checkTransitions(db: Database): Promise<number> {
  const moves = await rowsOf<{ thing: string; subject: string; was: string; becomes: string }>(
    db,
    sql`select thing, subject, was, becomes from transition_log order by id`,
  )
  const stands = new Map<string, string>()
  const wrong = moves.filter(({ thing, subject, was, becomes }) => {
    const table = thing === 'orders' ? ORDER_MOVES : ATTEMPT_MOVES
    const from = stands.get(subject) ?? ''
    stands.set(subject, becomes)
    return from !== was || !table[was]?.includes(becomes)
  })
  if (wrong.length > 0)
    throw new Error(
      `Moves that the table does not have:\n${wrong.map((move) => JSON.stringify(move)).join('\n')}`,
    )
  return moves.length
}
