import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { directClient, streamOf } from './pool.ts'

export type Listener = {
  onPayload: (payload: string) => void
  /** Something may have been missed: the connection was lost, or is back. */
  onGap: () => void
}

export type Ear = {
  /** Hears every NOTIFY on a channel; who listens first is told first. Answers how to stop. */
  listen: (channel: string, listener: Listener) => Promise<() => Promise<void>>
  close: () => Promise<void>
}

const RETRY_MS = 1_000
/** A connection that a machine in between has forgotten looks whole until something is sent. */
const PULSE_MS = 10_000
const PULSE_ANSWER_MS = 5_000

/**
 * All of a process's listening goes over one connection of its own, opened with the first listener. It must lead to the
 * server itself: a pooler in transaction mode hands notices to nobody. Lost, it is made anew each second until it works.
 */
export function openEar(
  url: string,
  { pulseMs = PULSE_MS, answerMs = PULSE_ANSWER_MS }: { pulseMs?: number; answerMs?: number } = {},
): Ear {
  const stopping = new AbortController()
  const listeners = new Map<string, Listener[]>()
  let client: pg.Client | undefined
  /** The one that is being made. */
  let coming: pg.Client | undefined
  let opening: Promise<void> | undefined
  let reopening: Promise<void> | undefined
  let pulse: NodeJS.Timeout | undefined

  const tellAll = () => {
    for (const each of [...listeners.values()].flat()) each.onGap()
  }

  async function connect(): Promise<void> {
    const fresh = directClient(url, { keepAlive: true, query_timeout: answerMs })
    fresh.on('notification', ({ channel, payload }) => {
      for (const each of listeners.get(channel) ?? []) each.onPayload(payload ?? '')
    })
    fresh.once('end', () => {
      if (client === fresh) reopening = reconnect()
    })
    coming = fresh
    try {
      await fresh.connect()
      for (const channel of listeners.keys()) await hear(fresh, channel)
      stopping.signal.throwIfAborted()
    } catch (error) {
      await fresh.end().catch(() => {})
      throw error
    } finally {
      coming = undefined
    }
    client = fresh
    pulse = setInterval(() => void beat(fresh), pulseMs)
    pulse.unref()
  }

  /** One statement after another, as the driver wants it. */
  let saying = Promise.resolve()
  function say(to: pg.Client, statement: string): Promise<void> {
    const said = saying.then(async () => void (await to.query(statement)))
    saying = said.catch(() => {})
    return said
  }
  const hear = (on: pg.Client, channel: string) => say(on, `listen ${pg.escapeIdentifier(channel)}`)

  async function beat(of: pg.Client): Promise<void> {
    await say(of, 'select 1').catch(() => {
      if (client === of) reopening = reconnect()
      // Nothing comes from there any more, so nothing is waited for.
      streamOf(of).destroy()
    })
  }

  async function reconnect(): Promise<void> {
    client = undefined
    clearInterval(pulse)
    tellAll()
    while (!stopping.signal.aborted) {
      const isBack = await connect().then(
        () => true,
        () => false,
      )
      if (isBack) return tellAll()
      await sleep(RETRY_MS, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  return {
    listen: async (channel, listener) => {
      const others = listeners.get(channel)
      listeners.set(channel, [...(others ?? []), listener])
      opening ??= connect()
      await opening
      if (others === undefined && client !== undefined) await hear(client, channel)
      return async () => {
        listeners.set(
          channel,
          (listeners.get(channel) ?? []).filter((each) => each !== listener),
        )
      }
    },
    close: async () => {
      stopping.abort()
      clearInterval(pulse)
      const last = client
      client = undefined
      if (coming !== undefined) streamOf(coming).destroy()
      await opening?.catch(() => {})
      await reopening
      await last?.end()
    },
  }
}
