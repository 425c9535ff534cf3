import { queryString } from '#shared/client/api.ts'

/**
 * How search parameters appear in an address: `?color=Black,Navy&page=2`, in the same words as in the API and in a form
 * submitted without JavaScript. Values are read as plain text; each route's validateSearch gives them their types.
 */
export function parseAddress(text: string): Record<string, string | string[]> {
  const params = new URLSearchParams(text)
  const read: Record<string, string | string[]> = {}
  for (const key of new Set(params.keys())) {
    const values = params.getAll(key)
    read[key] = values.length === 1 ? (values[0] ?? '') : values
  }
  return read
}

/** Null for what is none. `URL.canParse` and `URL.parse` are newer than browsers that shoppers have. */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}

/** A comma is allowed in a query (RFC 3986, 3.4) and reads better than %2C in a shared link. */
export function stringifyAddress(search: Record<string, unknown>): string {
  return queryString(search).replaceAll('%2C', ',')
}
