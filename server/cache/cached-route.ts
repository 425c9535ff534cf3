import type { Context, MiddlewareHandler } from 'hono'
import type { AppEnv } from '#server/api/router.ts'
import type { AnswerCache, Kept } from './answer-cache.ts'
import { sendAnswer } from './send-answer.ts'
import { storeAnswer } from './stored-answer.ts'

/** What a handler says of its answer with `context.set('keep', …)`; an answer without it is not kept. */
export type Keeping = { shows: ReadonlySet<string>; lifeMs: number }

/** Names the answer by what decides it, from the request's address; undefined: it is not kept. */
export type KeyOf = (context: Context<AppEnv>) => string | undefined

/** The answer of a public GET, kept for all who ask; without a cache each is computed. */
export function cachedRoute(
  { cache, now }: { cache?: AnswerCache; now: () => Date },
  keyOf: KeyOf,
): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    const isRead = context.req.method === 'GET' || context.req.method === 'HEAD'
    const key = isRead && cache !== undefined ? keyOf(context) : undefined
    if (cache === undefined || key === undefined) return next()
    const kept = await cache.get(key, async () => {
      await next()
      return readAnswer(context)
    })
    // Undefined in tests that call the app without an environment.
    context.env?.onKept?.(kept)
    context.res = await sendKept(context, kept, now())
  }
}

/** Sends a kept answer to whoever this request is from. */
export function sendKept(context: Context<AppEnv>, kept: Kept, now: Date): Promise<Response> {
  return sendAnswer(
    kept,
    {
      method: context.req.method,
      acceptEncoding: context.req.header('accept-encoding'),
      ifNoneMatch: context.req.header('if-none-match'),
    },
    now.getTime(),
  )
}

async function readAnswer(context: Context<AppEnv>) {
  const { res } = context
  const keep = res.status === 200 ? context.get('keep') : undefined
  const bytes = new Uint8Array(await res.arrayBuffer())
  const headers = { ...Object.fromEntries(res.headers), vary: 'Accept-Encoding' }
  return {
    answer: storeAnswer(bytes, { status: res.status, headers }),
    shows: keep?.shows ?? new Set<string>(),
    lifeMs: keep?.lifeMs ?? 0,
  }
}

/** The parameters that a route knows, in one order; whatever else an address carries neither misses nor fills the cache. */
export function knownQuery(query: URLSearchParams, known: readonly string[]): string {
  const pairs = known
    .toSorted()
    .flatMap((name) => query.getAll(name).map((value): [string, string] => [name, value]))
  return new URLSearchParams(pairs).toString()
}
