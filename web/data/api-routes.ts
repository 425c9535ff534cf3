import type { z } from 'zod'
import type * as address from '#shared/contract/address.ts'
import type * as appData from '#shared/contract/app-data.ts'
import type * as auth from '#shared/contract/auth.ts'
import type * as order from '#shared/contract/order.ts'
import type * as payment from '#shared/contract/payment.ts'
import type * as product from '#shared/contract/product.ts'
import type * as review from '#shared/contract/review.ts'
import type * as stockAlert from '#shared/contract/stock-alert.ts'
import type * as textPage from '#shared/contract/text-page.ts'

/** Types only: the browser's client is derived from the contract without bundling its schemas. */
type Contract = typeof address &
  typeof appData &
  typeof auth &
  typeof order &
  typeof payment &
  typeof product &
  typeof review &
  typeof stockAlert &
  typeof textPage
type RouteDefinition = { method: string; path: string; responses: object }
type Definitions = { [K in keyof Contract as Contract[K] extends RouteDefinition ? K : never]: Contract[K] }

type In<T> = T extends z.ZodType ? z.input<T> : unknown
type ResponseOf<R> = R extends {
  200: { content: { 'application/json': { schema: infer S extends z.ZodType } } }
}
  ? z.output<S>
  : R extends { 201: { content: { 'application/json': { schema: infer S extends z.ZodType } } } }
    ? z.output<S>
    : undefined
type RequestOf<R> = R extends { request: infer Q } ? Q : object
type Entry<R extends RouteDefinition> = {
  method: R['method']
  path: R['path']
  params: RequestOf<R> extends { params: infer P } ? In<P> : unknown
  query: RequestOf<R> extends { query: infer Q } ? In<Q> : unknown
  body: RequestOf<R> extends { body: { content: { 'application/json': { schema: infer B } } } }
    ? In<B>
    : unknown
  response: ResponseOf<R['responses']>
}

export type ApiRoutes = {
  [K in keyof Definitions]: Definitions[K] extends RouteDefinition ? Entry<Definitions[K]> : never
}[keyof Definitions]
export type Method = ApiRoutes['method']
