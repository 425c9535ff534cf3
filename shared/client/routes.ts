import type { z } from 'zod'

type RouteDefinition = { method: Method; path: string; responses: object }

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
    : RequestOf<R> extends { body: { content: { 'multipart/form-data': object } } }
      ? Record<string, string | Blob>
      : unknown
  response: ResponseOf<R['responses']>
}

export type Method = 'get' | 'post' | 'put' | 'delete'
export type Route = {
  method: Method
  path: string
  params: unknown
  query: unknown
  body: unknown
  response: unknown
}

/** The routes among the exports of a contract's files: types only, so that a client is derived without bundling schemas. */
export type RoutesOf<Contract> = {
  [K in keyof Contract]: Contract[K] extends RouteDefinition ? Entry<Contract[K]> : never
}[keyof Contract]
