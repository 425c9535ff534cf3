import { timingSafeEqual } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import type { Dependencies } from '#server/dependencies.ts'
import { shopBusy } from '#server/http/busy.ts'
import { isLoopbackHost, isLoopbackPeer } from '#server/http/client-address.ts'
import { nothingHere } from '#server/http/method.ts'
import type { AppEnv } from '#server/http/router.ts'
import { readFigures } from './store.ts'

/**
 * /metrics for Prometheus. If METRICS_TOKEN is set, it is required. Otherwise only this machine may read, and only
 * with a loopback PUBLIC_URL: a public shop may have a proxy on the same machine, which makes every client look like
 * this machine. Everybody else gets a 404.
 */
export function metricsApi({
  db,
  metrics,
  now,
  settings,
}: Pick<Dependencies, 'db' | 'metrics' | 'now' | 'settings'>) {
  const mayRead = (context: Context<AppEnv>) => {
    if (settings.metricsToken !== undefined) {
      return isSame(context.req.header('authorization') ?? '', `Bearer ${settings.metricsToken}`)
    }
    const peer = (context.env as Partial<HttpBindings> | undefined)?.incoming?.socket.remoteAddress ?? ''
    // A page of another site can reach this machine under a name of its own (DNS rebinding).
    const host = context.req.header('host') ?? new URL(context.req.url).host
    return settings.isLoopback && isLoopbackPeer(peer) && isLoopbackHost(host)
  }
  return new Hono<AppEnv>().get('/metrics', async (context) => {
    if (!mayRead(context)) throw nothingHere()
    const figures = await readFigures(db, now()).catch(() => undefined)
    const text = await metrics.print(figures).catch(() => {
      // A process has just died or is starting: a missing response is better than counts that drop.
      throw shopBusy()
    })
    return context.text(text, 200, {
      'Content-Type': metrics.contentType,
      'Cache-Control': 'no-store',
    })
  })
}

function isSame(given: string, wanted: string): boolean {
  const bytes = Buffer.from(given)
  const expected = Buffer.from(wanted)
  return bytes.length === expected.length && timingSafeEqual(bytes, expected)
}
