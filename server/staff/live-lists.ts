import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Connection, Database } from '#server/db/connection.ts'

const CHANNEL = 'jara_staff'
/** Several changes at once are one: whoever hears of it reads its lists again. */
const GATHERED_MS = 300
/** Of one process. A browser that finds no place asks every 20 seconds instead. */
const WATCHERS_MAX = 200
const PER_SESSION = 5

export type Watcher = { sessionId: string; onChange: () => void; onEnd: () => void }

export type LiveLists = Awaited<ReturnType<typeof openLiveLists>>

/** Tells every process that what staff's lists show has changed; in a transaction, once that is committed. */
export async function announceChange(db: Database): Promise<void> {
  await db.execute(sql`select pg_notify(${CHANNEL}, '')`)
}

/** Whoever has a list open in this process, and is told when to read it again. */
export async function openLiveLists(connection: Pick<Connection, 'listen'>) {
  const watchers = new Set<Watcher>()
  let isGathering = false
  const tellAll = async () => {
    if (isGathering) return
    isGathering = true
    await sleep(GATHERED_MS, undefined, { ref: false })
    isGathering = false
    for (const { onChange } of watchers) onChange()
  }
  const unsubscribe = await connection.listen(CHANNEL, {
    onPayload: () => void tellAll(),
    // What was missed meanwhile.
    onGap: (isBack) => void (isBack && tellAll()),
  })
  return {
    /** Undefined if there is no place. Returns the function that leaves. */
    join: (watcher: Watcher): (() => void) | undefined => {
      const ofSession = [...watchers].filter(({ sessionId }) => sessionId === watcher.sessionId)
      if (watchers.size >= WATCHERS_MAX || ofSession.length >= PER_SESSION) return undefined
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    stop: async (): Promise<void> => {
      for (const { onEnd } of watchers) onEnd()
      await unsubscribe()
    },
  }
}
