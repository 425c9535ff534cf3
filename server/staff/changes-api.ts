import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import type { Dependencies } from '#server/dependencies.ts'
import { watchChanges } from '#shared/contract/admin/change.ts'
import { ShopError } from '#shared/errors.ts'
import type { AdminRouter } from './admin-router.ts'
import { isSessionLive, type StaffSession } from './session-store.ts'

/** Proxies close a connection on which nothing is sent for a minute; a session that has ended gets no more either. */
const HEARTBEAT_MS = 20_000
const RETRY_MS = 5_000

type ChangesDependencies = Pick<Dependencies, 'db' | 'now' | 'liveLists'>

/** Server-sent events: `changed` when what the lists show has changed. It says nothing more, so it is the same for every role. */
export function changesApi(admin: AdminRouter, dependencies: ChangesDependencies): void {
  admin.send(watchChanges, async ({ session }, context) => {
    if (!context.req.header('accept')?.includes('text/event-stream'))
      throw new ShopError('VALIDATION', 'This is a stream of events: ask for text/event-stream.')
    return streamChanges(dependencies, session, context)
  })
}

function streamChanges(
  { db, now, liveLists }: ChangesDependencies,
  session: StaffSession,
  context: Context,
): Response {
  const ended = Promise.withResolvers<void>()
  let onChange = () => {}
  const watcher = { sessionId: session.id, onChange: () => onChange(), onEnd: ended.resolve }
  const leave = liveLists?.join(watcher)
  if (leave === undefined) throw new ShopError('UNAVAILABLE', 'Too many lists are open here.')
  // Some proxies would hold the events back.
  context.header('X-Accel-Buffering', 'no')
  return streamSSE(context, async (stream) => {
    stream.onAbort(ended.resolve)
    onChange = () => void stream.writeSSE({ event: 'changed', data: '' })
    await stream.writeSSE({ event: 'open', data: '', retry: RETRY_MS })
    const heartbeat = setInterval(async () => {
      const isLive = await isSessionLive(db, session.id, now()).catch(() => true)
      if (isLive) await stream.write(':\n\n')
      else ended.resolve()
    }, HEARTBEAT_MS)
    await ended.promise
    clearInterval(heartbeat)
    leave()
  })
}
