import type { Context, MiddlewareHandler } from 'hono'
import { routeOf } from '#server/api/request-log.ts'
import type { AppEnv } from '#server/api/router.ts'
import type { AnswerCache, Kept } from './answer-cache.ts'
import { sendAnswer } from './send-answer.ts'
import { storeAnswer } from './stored-answer.ts'

/** What a handler says of its answer with `context.set('keep', …)`; an answer without it is not kept. */
export type Keeping = {
  shows: ReadonlySet<string>
  lifeMs: number
  /** The answer, where the handler has it as text. */
  whole?: { text: string; headers: Readonly<Record<string, string>> }
}

/** What decides an answer, of all that a request's address says; whatever else it carries neither misses nor fills the cache. */
export type Read = {
  /** The path, unless several lead to one answer. */
  name?: (context: Context<AppEnv>) => string
  parameters?: readonly string[]
}

/** Under what an answer is kept, what else than its path decides that, and which pattern took the request. */
export type KeptAs = { key: string; parameters: ReadonlySet<string>; route: string }

/** The answer of a public GET, kept for all who ask; without a cache each is computed. */
export function cachedRoute(
  { cache, now }: { cache?: AnswerCache; now: () => Date },
  { name = (context) => context.req.path, parameters = [] }: Read = {},
): MiddlewareHandler<AppEnv> {
  const known = new Set(parameters)
  const sorted = parameters.toSorted()
  return async (context, next) => {
    const isRead = context.req.method === 'GET' || context.req.method === 'HEAD'
    if (cache === undefined || !isRead) return next()
    const key = `${name(context)}?${knownQuery(context, sorted)}`
    const compute = async () => {
      await next()
      return readAnswer(context)
    }
    // Undefined in tests that call the app without an environment.
    const onKept = context.env?.onKept
    const kept = await cache.get(key, compute, { isPart: onKept !== undefined })
    onKept?.(kept)
    const answer = await sendKept(context, kept, { key, parameters: known }, now())
    // What has been computed is let go of first: Hono would make the two into one, by a stream.
    context.res = undefined
    context.res = answer
  }
}

/** Sends a kept answer to whoever this request is from. */
export async function sendKept(
  context: Context<AppEnv>,
  kept: Kept,
  as: Omit<KeptAs, 'route'> | undefined,
  now: Date,
): Promise<Response> {
  if (as !== undefined && kept.lifeMs > 0) context.env?.onKeptAs?.({ ...as, route: routeOf(context) })
  const answer = await sendAnswer(
    kept,
    {
      method: context.req.method,
      acceptEncoding: context.req.header('accept-encoding'),
      ifNoneMatch: context.req.header('if-none-match'),
    },
    { nowMs: now.getTime(), everyHeader: context.get('everyHeader') },
  )
  context.set('final', answer)
  return answer
}

const toBytes = new TextEncoder()

async function readAnswer(context: Context<AppEnv>) {
  const { res } = context
  const { status } = res
  const keep = status === 200 ? context.get('keep') : undefined
  const whole = keep?.whole
  const bytes = whole ? toBytes.encode(whole.text) : new Uint8Array(await res.arrayBuffer())
  const own = whole?.headers ?? Object.fromEntries(res.headers)
  return {
    answer: storeAnswer(bytes, { status, headers: { ...own, vary: 'Accept-Encoding' } }),
    shows: keep?.shows ?? new Set<string>(),
    lifeMs: keep?.lifeMs ?? 0,
  }
}

/** The parameters that a route knows, in one order, and read as its handler reads them. */
function knownQuery({ req }: Context<AppEnv>, known: readonly string[]): string {
  if (known.length === 0 || !req.url.includes('?')) return ''
  const given = req.queries()
  return JSON.stringify(known.flatMap((name) => (given[name] === undefined ? [] : [name, given[name]])))
}
