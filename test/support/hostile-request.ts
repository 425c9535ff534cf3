import fc from 'fast-check'

/** Requests that no honest client sends: arbitrary bodies, paths, queries and headers for fuzzing the API. */

const DEEP = 40
const LONG = 'x'.repeat(5_000)

/** Texts known to break parsers, databases, templates or comparisons. */
export const HOSTILE_TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\u202eevil',
  '\ufeff',
  '𝒳'.repeat(60),
  "'; drop table orders; --",
  '<script>alert(1)</script>',
  '{{7*7}}',
  '../../etc/passwd',
  '%00%ff%s%n',
  'NaN',
  '1e400',
  'true',
  '[]',
  'toString',
  '__proto__',
  'verify_email',
  '000000',
  'a@b.ng',
  LONG,
]

const hostileText = fc.oneof(
  fc.constantFrom(...HOSTILE_TEXTS),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
)

const hostileNumber = fc.constantFrom(0, -0, -1, 1, 0.1, 1e308, 5e-324, 2 ** 53, 2147483648)

/** Any JSON value, usually of the wrong type. */
const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  { weight: 2, arbitrary: hostileNumber },
  { weight: 2, arbitrary: fc.constantFrom(null, true, false, [], {}, [[]], [null], { length: 5 }, [{}]) },
  { weight: 1, arbitrary: fc.array(hostileText, { maxLength: 4 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
)

const hostileKey = fc.constantFrom('__proto__', 'constructor', 'toString', 'length', '', 'a\0', '$ne')

/** Invalid, ambiguous or oversized JSON texts. */
const brokenJson = fc.constantFrom(
  '',
  ' ',
  '{"a":}',
  '{"a":NaN}',
  '{"a":1,}',
  '{"a":"\u0001"}',
  '\ufeff{}',
  '{}{}',
  'null',
  '[]',
  '{"a":1e999}',
  '{"email":"a@b.ng","email":["x"]}',
  '{"__proto__":{"email":"a@b.ng"}}',
  '{"a":"\\ud800","b":"\\u0000"}',
  `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`,
  `${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`,
  '['.repeat(20_000),
  `"${'x'.repeat(110_000)}"`,
  `[${'0,'.repeat(5_000)}0]`,
)

type Json = Record<string, unknown> | unknown[]
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null

/** Every location within a body, as its path of keys. */
function placesIn(value: unknown, path: string[] = []): string[][] {
  if (!isJson(value)) return [path]
  return [
    ...(path.length > 0 ? [path] : []),
    ...Object.entries(value).flatMap(([key, inner]) => placesIn(inner, [...path, key])),
  ]
}

function replaced(value: unknown, [key, ...rest]: readonly string[], by: unknown): unknown {
  if (key === undefined) return by
  const copy: Record<string, unknown> = Object.assign(Array.isArray(value) ? [] : {}, value)
  if (by === undefined && rest.length === 0) delete copy[key]
  else copy[key] = replaced(copy[key], rest, by)
  return copy
}

/** An honest body with up to three locations changed or removed, and possibly an added key. */
function almostHonest(honest: Json): fc.Arbitrary<string> {
  const places = placesIn(honest)
  const change = fc.tuple(fc.constantFrom(...places), fc.option(hostileValue, { nil: undefined, freq: 8 }))
  const added = fc.tuple(hostileKey, hostileValue)
  return fc
    .tuple(fc.array(change, { minLength: 1, maxLength: 3 }), fc.option(added, { freq: 3 }))
    .map(([changes, addition]) => {
      const body = changes.reduce<unknown>((sum, [place, by]) => replaced(sum, place, by), honest)
      const text = JSON.stringify(body)
      if (addition === null || !text.startsWith('{')) return text
      // Spliced in as text: an object literal would set its prototype to __proto__.
      const [key, value] = addition
      return `{${JSON.stringify(key)}:${JSON.stringify(value)}${text === '{}' ? '' : ','}${text.slice(1)}`
    })
}

const anyJson = fc
  .oneof(hostileValue, fc.dictionary(hostileText, hostileValue, { maxKeys: 5 }))
  .map((value) => JSON.stringify(value))

export type HostileBody = { bytes: Uint8Array<ArrayBuffer>; contentType: string }

const contentType = fc.oneof(
  { weight: 12, arbitrary: fc.constant('application/json') },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      'application/json; charset=utf-16',
      'application/jsonp',
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'multipart/form-data; boundary=x',
      ',',
      '',
    ),
  },
)

const utf8 = new TextEncoder()

export function hostileBody(honest: Json | undefined): fc.Arbitrary<HostileBody> {
  const texts: fc.WeightedArbitrary<string>[] = [
    { weight: 2, arbitrary: brokenJson },
    { weight: 2, arbitrary: anyJson },
  ]
  if (honest !== undefined) texts.push({ weight: 6, arbitrary: almostHonest(honest) })
  const bytes = fc.oneof(
    { weight: 12, arbitrary: fc.oneof(...texts).map((text) => utf8.encode(text)) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 60 }).map((given) => new Uint8Array(given)) },
  )
  return fc.record({ bytes, contentType })
}

/** One segment of a URL path: encoded correctly, wrongly or not at all. */
export function hostilePathPart(known: readonly string[]): fc.Arbitrary<string> {
  return fc.oneof(
    fc.constantFrom(...known),
    fc.constantFrom(
      '%00',
      '%',
      '%E0%A4%A',
      '%2e%2e%2f',
      '%2F',
      'x'.repeat(3_000),
      '*',
      ':id',
      '%0a',
      '-1',
      '0',
      'null',
    ),
    fc.string({ maxLength: 20 }).map(encodeURIComponent),
    hostileText.map((text) => encodeURIComponent(text.toWellFormed())),
  )
}

/** A query with these parameters and others. */
export function hostileQuery(names: readonly string[]): fc.Arbitrary<string> {
  const name = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...names, 'x') },
    hostileText.map((text) => encodeURIComponent(text.toWellFormed())),
  )
  const value = fc.oneof(
    hostileText.map((text) => encodeURIComponent(text.toWellFormed())),
    fc.constantFrom('%', '%00', '%ff', '1', '-1', '1e9', 'NaN', '999999999999', 'true', '&', '=', '[]'),
  )
  return fc
    .array(fc.tuple(name, value), { maxLength: 6 })
    .map((pairs) => pairs.map(([key, text]) => `${key}=${text}`).join('&'))
}

/** Headers other than the content type; every value is one that HTTP allows. */
export const hostileHeaders = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Record<string, string>>({}) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Record<string, string>>(
      { 'idempotency-key': 'short' },
      { 'idempotency-key': '\xff'.repeat(20) },
      { authorization: `Bearer ${'x'.repeat(5_000)}` },
      { authorization: 'Basic YTpi' },
      { 'content-length': '5' },
      { 'content-length': '-1' },
      { 'content-encoding': 'gzip' },
      { 'x-forwarded-for': "1.2.3.4, ' or 1=1" },
      { cookie: '\xa0=1; ;;' },
      { 'x-http-method-override': 'DELETE' },
      { origin: 'null' },
    ),
  },
)
