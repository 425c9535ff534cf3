import { createRoute, type OpenAPIHono, type RouteConfig, type z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { By } from '#server/audit/store.ts'
import type { Database } from '#server/db/connection.ts'
import { type AppEnv, createRouter } from '#server/http/router.ts'
import type { Permission } from '#shared/contract/permission.ts'
import { actOnce } from './act-once.ts'
import { type AdminEnv, type GuardDependencies, guard } from './guard.ts'
import { announceChange } from './live-lists.ts'
import type { StaffSession } from './session-store.ts'

/** A route of shared/contract/admin: without a permission it does not compile. */
export type AdminRoute = RouteConfig & { permission: Permission | 'signed-out'; needsFreshSignIn: boolean }
/** A write that its caller keys. */
type KeyedRoute = AdminRoute & {
  permission: Permission
  request: { headers: z.ZodType<{ 'idempotency-key': string }> }
}

type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined
type Sent<R> = R extends { request: infer Q } ? Q : object
type ParamsOf<R> = Sent<R> extends { params: infer P } ? Parsed<P> : undefined
type QueryOf<R> = Sent<R> extends { query: infer P } ? Parsed<P> : undefined
type HeadersOf<R> = Sent<R> extends { headers: infer P } ? Parsed<P> : undefined
type BodyOf<R> =
  Sent<R> extends { body: { content: { 'application/json': { schema: infer S } } } } ? Parsed<S> : undefined
type JsonOf<T> = T extends { content: { 'application/json': { schema: infer S } } }
  ? S extends z.ZodType
    ? z.input<S>
    : never
  : undefined
type ResultOf<R extends AdminRoute> = R['responses'] extends { 200: infer T }
  ? JsonOf<T>
  : R['responses'] extends { 201: infer T }
    ? JsonOf<T>
    : undefined

/** What a handler gets: the request as the contract describes it, and who sent it. */
export type AdminRequest<R extends AdminRoute> = {
  params: ParamsOf<R>
  query: QueryOf<R>
  headers: HeadersOf<R>
  body: BodyOf<R>
} & (R['permission'] extends 'signed-out' ? object : { session: StaffSession; by: By })

export type AdminRouter = ReturnType<typeof createAdminRouter>

/**
 * The only way to serve a call of the admin: what the contract says of a route is enforced before its request is validated. A
 * handler returns the body of its response.
 */
export function createAdminRouter(dependencies: GuardDependencies) {
  const routes: OpenAPIHono<AppEnv> = createRouter()

  /** `respond` gets the request in the contract's types, which Hono's cannot tell of a route that is still a parameter. */
  function add<R extends AdminRoute>(
    route: R,
    respond: (request: AdminRequest<R>, context: Context<AdminEnv>) => Promise<unknown>,
  ): void {
    const { permission, needsFreshSignIn: _, ...described }: AdminRoute = route
    const config: RouteConfig = {
      ...described,
      'x-permission': permission,
      middleware: guard(dependencies, route),
    }
    const status = [200, 201].find((each) => each in route.responses)
    const handler = async (context: Context<AdminEnv>) => {
      const valid = (part: string) => context.req.valid(part as never) as unknown
      const session = context.get('staff') as StaffSession | undefined
      const sent = {
        params: valid('param'),
        query: valid('query'),
        headers: valid('header'),
        body: valid('json'),
      }
      const result = await respond(
        { ...sent, ...(session && { session, by: byOf(session) }) } as AdminRequest<R>,
        context,
      )
      if (result instanceof Response) return result
      return status === undefined
        ? context.body(null, 204)
        : context.json(result as object, status as ContentfulStatusCode)
    }
    routes.openapi(createRoute(config), handler as never)
  }

  return {
    routes,
    /** For what is read, and for writes of one's own account. */
    serve: <R extends AdminRoute>(
      route: R,
      handler: (request: AdminRequest<R>, context: Context<AdminEnv>) => Promise<ResultOf<R>>,
    ): void => add(route, handler),
    /** For a file or a stream, which is sent as it is made. */
    send: <R extends AdminRoute>(
      route: R,
      handler: (request: AdminRequest<R>, context: Context<AdminEnv>) => Promise<Response>,
    ): void => add(route, handler),
    /**
     * For every other write: `work` is one transaction with its Idempotency-Key, so that a repeat gets the first response. What others,
     * such as the payment provider, must be asked is asked before, and what follows is done after.
     */
    act: <R extends KeyedRoute, Asked = undefined>(
      route: R,
      work: (tx: Database, request: AdminRequest<R>, asked: Asked) => Promise<ResultOf<R>>,
      around: {
        ask?: (request: AdminRequest<R>) => Promise<Asked>
        done?: (request: AdminRequest<R>) => Promise<void>
      } = {},
    ): void =>
      add(route, (request, context) => {
        const { params, query, body } = request
        const key = keyOf(context)
        const call = `${route.method} ${route.path}`
        const { memberId } = context.get('staff')
        const keyed = { memberId, key, call, sent: { params, query, body } }
        return actOnce(dependencies, keyed, {
          ask: async () => (await around.ask?.(request)) as Asked,
          work: (tx, asked) => work(tx, request, asked),
          done: async () => around.done?.(request),
        })
      }),
    /** For a write that waits for somebody outside, which no transaction may: `work` itself sees to it that a key is one act. */
    actWaiting: <R extends KeyedRoute>(
      route: R,
      work: (request: AdminRequest<R> & { key: string }) => Promise<ResultOf<R>>,
    ): void =>
      add(route, async (request, context) => {
        const result = await work({ ...request, key: keyOf(context) })
        await announceChange(dependencies.db)
        return result
      }),
  }
}

function keyOf(context: Context<AdminEnv>): string {
  const { 'idempotency-key': key = '' } = context.req.valid('header' as never) as Record<string, string>
  return key
}

function byOf({ name, memberId, device }: StaffSession): By {
  return { actor: name, memberId, device }
}
