import type { Context, MiddlewareHandler } from 'hono'
import type { Written } from '#server/api/kept.ts'
import { isRead } from '#server/api/method.ts'
import type { AppEnv } from '#server/api/router.ts'
import { sendKept } from '#server/api/send-answer.ts'
import { storeAnswer } from '#server/api/stored-answer.ts'
import type { AnswerCache } from './answer-cache.ts'

/** The part of a request's URL that determines the response; anything else in it neither misses nor fills the cache. */
export type Read = {
  /** By default the path; set where several paths lead to one response. */
  name?: (context: Context<AppEnv>) => string
  parameters?: readonly string[]
}

/** Caches a public GET for everybody; without a cache each response is computed. */
export function cachedRoute(
  { cache, now }: { cache?: AnswerCache; now: () => Date },
  { name = (context) => context.req.path, parameters = [] }: Read = {},
): MiddlewareHandler<AppEnv> {
  const known = new Set(parameters)
  const sorted = parameters.toSorted()
  return async (context, next) => {
    if (cache === undefined || !isRead(context.req.method)) return next()
    const key = `${name(context)}?${knownQuery(context, sorted)}`
    let written: Written | undefined
    const compute = async () => {
      await next()
      written = context.get('keep')?.whole
      return readAnswer(context)
    }
    // Undefined in tests that call the app without bindings.
    const onKept = context.env?.onKept
    const kept = await cache.get(key, compute, { isPart: onKept !== undefined })
    onKept?.(kept, key, written)
    const isTaken = onKept !== undefined && kept.answer.status === 200
    const answer = isTaken
      ? emptyAnswer(context)
      : await sendKept(context, kept, { key, parameters: known }, now())
    // Drop the computed response first: otherwise Hono would merge the two through a stream.
    context.res = undefined
    context.res = answer
  }
}

/** For an in-process call, which has the response from `onKept`: headers and a stream would be made for nobody. */
function emptyAnswer(context: Context<AppEnv>): Response {
  const answer = new Response(null)
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
    isStrict: keep?.isStrict ?? false,
  }
}

/** The parameters that the route knows, in a fixed order and parsed as its handler parses them. */
function knownQuery({ req }: Context<AppEnv>, known: readonly string[]): string {
  if (known.length === 0 || !req.url.includes('?')) return ''
  const given = req.queries()
  return JSON.stringify(known.flatMap((name) => (given[name] === undefined ? [] : [name, given[name]])))
}
