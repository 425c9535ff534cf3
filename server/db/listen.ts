import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

export type Listener = {
  onPayload: (payload: string) => void
  /** Something may have been missed: the connection was lost, or is back. */
  onGap: () => void
}

const RETRY_MS = 1_000

/**
 * Hears every NOTIFY on a channel over a connection of its own, which must lead to the server itself: a pooler in
 * transaction mode hands notices to nobody. Lost, it is made anew each second until it works. Answers how to stop.
 */
export async function listenOn(
  url: string,
  channel: string,
  listener: Listener,
): Promise<() => Promise<void>> {
  const stopping = new AbortController()
  let client: pg.Client | undefined

  async function connect(): Promise<void> {
    const fresh = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, keepAlive: true })
    fresh.on('notification', (message) => listener.onPayload(message.payload ?? ''))
    fresh.on('error', () => {})
    fresh.once('end', () => {
      if (client === fresh) void reconnect()
    })
    await fresh.connect()
    await fresh.query(`listen ${pg.escapeIdentifier(channel)}`)
    client = fresh
  }

  async function reconnect(): Promise<void> {
    client = undefined
    listener.onGap()
    while (!stopping.signal.aborted) {
      const isBack = await connect().then(
        () => true,
        () => false,
      )
      if (isBack) return listener.onGap()
      await sleep(RETRY_MS, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  await connect()
  return async () => {
    stopping.abort()
    const last = client
    client = undefined
    await last?.end()
  }
}
