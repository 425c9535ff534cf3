import { recordAct } from '#server/audit/store.ts'
import { hashSlowly } from '#server/auth/argon2.ts'
import { transact } from '#server/db/retry.ts'
import type { Dependencies } from '#server/dependencies.ts'
import type { By } from './member.ts'
import { changeMemberRow } from './member-store.ts'
import { endSessionsOf, extendEnrolment, type StaffSession } from './session-store.ts'

/** Sets a member's own password, and ends all their other sessions. */
export async function setOwnPassword(
  { db, now, settings }: Pick<Dependencies, 'db' | 'now' | 'settings'>,
  { session, by }: { session: StaffSession; by: By },
  password: string,
): Promise<void> {
  const { id, memberId, email } = session
  const passwordHash = await hashSlowly(password, settings.hashCost)
  await transact(db, async (tx) => {
    await changeMemberRow(tx, memberId, { passwordHash })
    const sessionsEnded = await endSessionsOf(tx, memberId, { except: id })
    await extendEnrolment(tx, id, now())
    await recordAct(
      tx,
      { ...by, action: 'staff.password', subject: email, details: { sessionsEnded } },
      now(),
    )
  })
}
