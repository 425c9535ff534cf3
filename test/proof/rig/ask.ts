import { errorName } from '#server/log/log-error.ts'

/** A response. If there was none, its status is 0, and `lost` says why. */
export type ShopResponse = { status: number; body: ReturnType<typeof JSON.parse>; ms: number; lost?: string }

export async function ask(
  url: string,
  method: string,
  path: string,
  options: { body?: unknown; headers?: Record<string, string>; giveUpMs?: number } = {},
): Promise<ShopResponse> {
  const startMs = performance.now()
  const { body, headers, giveUpMs = 60_000 } = options
  const took = () => performance.now() - startMs
  try {
    const response = await fetch(url + path, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(giveUpMs),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') ?? false
    return { status: response.status, body: isJson ? JSON.parse(text) : text, ms: took() }
  } catch (error) {
    const { cause } = error as Error
    return { status: 0, body: undefined, ms: took(), lost: errorName(cause ?? error) }
  }
}
