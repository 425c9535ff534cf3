/** A response; status 0 if there was none. */
export type Answer = { status: number; body: ReturnType<typeof JSON.parse>; ms: number }

export async function ask(
  url: string,
  method: string,
  path: string,
  options: { body?: unknown; headers?: Record<string, string>; giveUpMs?: number } = {},
): Promise<Answer> {
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
  } catch {
    return { status: 0, body: undefined, ms: took() }
  }
}
