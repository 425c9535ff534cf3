import type { Result, Router } from 'hono/router'
import { TrieRouter } from 'hono/router/trie-router'

/** Far more than the paths that are busy at one time; longer ones are hardly anybody's. */
const MOST_PATHS = 1_000
const MOST_CHARS = 200

/**
 * Hono's router for routes that its regular expression cannot hold, such as ours (/order/:id beside /order/my-orders/…), in front of which
 * is what it found for paths without parameters: it walks its tree for each request, which took a twentieth of the time of a short
 * list. A parameter is a part of the request's whole URL, which V8 would keep with it.
 */
export class RememberingRouter<T> implements Router<T> {
  readonly name = 'RememberingRouter'
  readonly #routes = new TrieRouter<T>()
  readonly #found = new Map<string, Result<T>>()

  add(method: string, path: string, handler: T): void {
    this.#routes.add(method, path, handler)
    this.#found.clear()
  }

  match(method: string, path: string): Result<T> {
    if (path.length > MOST_CHARS) return this.#routes.match(method, path)
    const key = `${method} ${path}`
    const known = this.#found.get(key)
    if (known !== undefined) return known
    const found = this.#routes.match(method, path)
    if (hasParameters(found)) return found
    // All at once: in what order they were last asked for would have to be noted for each request.
    if (this.#found.size >= MOST_PATHS) this.#found.clear()
    this.#found.set(key, found)
    return found
  }
}

const hasParameters = ([handlers]: Result<unknown>) =>
  handlers.some(([, parameters]) => Object.keys(parameters).length > 0)
