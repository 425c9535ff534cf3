import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { directClient, endClient } from './pool.ts'

export type Subscriber = {
  onPayload: (payload: string) => void
  /** Notifications may have been missed: the connection was lost, and no notification arrives until it is back. */
  onGap: (isBack: boolean) => void
}

export type Listener = ReturnType<typeof openListener>

const RETRY_MS = 1_000
/** A connection that a middlebox has dropped looks healthy until something is sent. */
const HEARTBEAT_MS = 10_000
const RESPONSE_MS = 5_000

/**
 * One dedicated connection for all of a process's subscriptions, opened with the first. It must lead to the server
 * itself: a pooler in transaction mode does not deliver notifications. When lost, it is reopened, retrying every second.
 */
export function openListener(
  url: string,
  {
    heartbeatMs = HEARTBEAT_MS,
    responseMs = RESPONSE_MS,
  }: { heartbeatMs?: number; responseMs?: number } = {},
) {
  const stopping = new AbortController()
  const subscribers = new Map<string, Subscriber[]>()
  let client: pg.Client | undefined
  let opening: Promise<void> | undefined
  let reopening: Promise<void> | undefined
  let heartbeat: NodeJS.Timeout | undefined

  const reportGap = (isBack: boolean) => {
    for (const each of [...subscribers.values()].flat()) each.onGap(isBack)
  }

  async function connect(): Promise<void> {
    const fresh = directClient(url, { keepAlive: true, query_timeout: responseMs })
    fresh.on('notification', ({ channel, payload }) => {
      for (const each of subscribers.get(channel) ?? []) each.onPayload(payload ?? '')
    })
    fresh.once('end', () => {
      if (client === fresh) reopening = reconnect()
    })
    try {
      await fresh.connect()
      stopping.signal.throwIfAborted()
      for (const channel of subscribers.keys()) await listenOn(fresh, channel)
      stopping.signal.throwIfAborted()
    } catch (error) {
      await endClient(fresh)
      throw error
    }
    client = fresh
    heartbeat = setInterval(() => void checkAlive(fresh), heartbeatMs)
    heartbeat.unref()
  }

  /** Runs one statement at a time, as the driver requires. */
  let running = Promise.resolve()
  function run(on: pg.Client, statement: string): Promise<void> {
    const done = running.then(async () => void (await on.query(statement)))
    running = done.catch(() => {})
    return done
  }
  const listenOn = (on: pg.Client, channel: string) => run(on, `listen ${pg.escapeIdentifier(channel)}`)

  async function checkAlive(checked: pg.Client): Promise<void> {
    await run(checked, 'select 1').catch(() => {
      if (client !== checked) return
      reopening = reconnect()
      void endClient(checked)
    })
  }

  async function reconnect(): Promise<void> {
    client = undefined
    clearInterval(heartbeat)
    reportGap(false)
    while (!stopping.signal.aborted) {
      const isBack = await connect().then(
        () => true,
        () => false,
      )
      if (isBack) return reportGap(true)
      await sleep(RETRY_MS, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  return {
    /** Subscribes to every NOTIFY on a channel; subscribers are called in subscription order. Returns the unsubscribe function. */
    listen: async (channel: string, subscriber: Subscriber): Promise<() => Promise<void>> => {
      const others = subscribers.get(channel)
      subscribers.set(channel, [...(others ?? []), subscriber])
      opening ??= connect()
      await opening
      // Lost since it was opened: this subscriber does not know yet.
      if (client === undefined) subscriber.onGap(false)
      else if (others === undefined) await listenOn(client, channel)
      return async () => {
        subscribers.set(
          channel,
          (subscribers.get(channel) ?? []).filter((each) => each !== subscriber),
        )
      }
    },
    close: async () => {
      stopping.abort()
      clearInterval(heartbeat)
      const last = client
      client = undefined
      // An attempt to connect ends by itself, after 5 s at the latest.
      await opening?.catch(() => {})
      await reopening
      if (last !== undefined) await endClient(last)
    },
  }
}
