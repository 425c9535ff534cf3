import { sql } from 'drizzle-orm'
import { Hono } from 'hono'
import type { Dependencies } from '#server/dependencies.ts'
import type { AppEnv } from './router.ts'

/** /healthz: the process responds. /readyz: it can serve, database included; a 503 tells load balancers to wait. */
export function healthRoutes({ db }: Pick<Dependencies, 'db'>) {
  return new Hono<AppEnv>()
    .get('/healthz', (context) => context.json({ status: 'ok' }, 200, { 'Cache-Control': 'no-store' }))
    .get('/readyz', async (context) => {
      const database = await db.execute(sql`select 1`).then(
        () => 'ok' as const,
        () => 'away' as const,
      )
      return context.json({ status: database, database }, database === 'ok' ? 200 : 503, {
        'Cache-Control': 'no-store',
      })
    })
}
