import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { openShopScene } from '#test/support/shop-scene.ts'

const PATH = '/api/csp-report'
const lines: string[] = []
const render = async () => new Response('<p>A page</p>', { status: 200 })
const shop = openShopScene(undefined, {
  log: pino({ base: null }, { write: (line) => lines.push(line) }),
  pages: { render, isDev: false },
})
beforeEach(() => {
  lines.splice(0)
  shop.clock.now += 120_000
})

async function report(contentType: string, body: unknown): Promise<number> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const headers = { 'content-type': contentType }
  return (await shop.request(PATH, { method: 'POST', headers, body: text })).status
}

const linesOf = () =>
  lines
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === 'a page broke its policy')
    .map(({ level, time, msg, requestId, ...rest }) => rest)

const SHOP = 'http://localhost:3000'
/** As Chromium, Firefox and Safari send it to a report-uri. */
const OLD = {
  'csp-report': {
    'document-uri': `${SHOP}/payment/callback?reference=jara-secret`,
    referrer: 'https://mail.example/?to=ada@example.ng',
    'violated-directive': 'script-src-elem',
    'effective-directive': 'script-src-elem',
    'original-policy': "default-src 'self'",
    'blocked-uri': 'https://bad.example/x.js?email=ada@example.ng',
    'source-file': `${SHOP}/assets/main-1a2b.js?token=secret`,
    'line-number': 7,
    'script-sample': 'secret()',
  },
}
const OLD_TOLD = {
  directive: 'script-src-elem',
  blocked: 'https://bad.example',
  source: '/assets/main-1a2b.js',
  line: 7,
}
/** As the Reporting API sends them: several at once, with other kinds among them. */
const NEW = [
  {
    type: 'csp-violation',
    age: 3,
    url: `${SHOP}/orders/secret`,
    user_agent: 'secret',
    body: {
      documentURL: `${SHOP}/orders/secret`,
      effectiveDirective: 'style-src-attr',
      blockedURL: 'inline',
      sourceFile: `${SHOP}/orders/secret`,
      lineNumber: 12,
      sample: 'secret',
    },
  },
  { type: 'deprecation', body: { id: 'secret', sourceFile: 'secret' } },
  { type: 'csp-violation', body: { effectiveDirective: 'img-src', blockedURL: 'data' } },
]

test.each([
  ['application/csp-report', OLD, [OLD_TOLD]],
  ['application/json', OLD, [OLD_TOLD]],
  [
    'application/reports+json',
    NEW,
    [
      { directive: 'style-src-attr', blocked: 'inline', source: '/orders/…', line: 12 },
      { directive: 'img-src', blocked: 'data' },
    ],
  ],
])(
  'a report as %s is logged in one line, without anything about its sender',
  async (type, body, expected) => {
    expect(await report(type, body)).toBe(204)
    expect(linesOf()).toEqual(expected)
    expect(lines.join('')).not.toMatch(/secret|ada@/)
  },
)

const violation = (body: object) => [{ type: 'csp-violation', body }]
test.each([
  [
    { effectiveDirective: 'x\n{"level":60}', blockedURL: 'secret words' },
    { directive: 'other', blocked: 'other' },
  ],
  [
    { effectiveDirective: ["'"], blockedURL: 7, lineNumber: '1' },
    { directive: 'other', blocked: 'other' },
  ],
  [
    { effectiveDirective: 'script-src', blockedURL: 'eval', sourceFile: 'chrome-extension://abc/secret.js' },
    { directive: 'script-src', blocked: 'eval', source: 'chrome-extension' },
  ],
  [
    { effectiveDirective: 'connect-src', blockedURL: 'https://ada:pw@bad.example:8443/secret' },
    { directive: 'connect-src', blocked: 'https://bad.example:8443' },
  ],
  [
    { effectiveDirective: 'connect-src', blockedURL: `https://${'a'.repeat(300)}.example/` },
    { directive: 'connect-src', blocked: 'other' },
  ],
  [
    { effectiveDirective: 'script-src', blockedURL: 'blob', sourceFile: `${SHOP}/`, lineNumber: -1 },
    { directive: 'script-src', blocked: 'blob', source: '/' },
  ],
])('only known words of a report like %j are logged', async (body, expected) => {
  expect(await report('application/reports+json', violation(body))).toBe(204)
  expect(linesOf()).toEqual([expected])
})

test.each(['{}', '[]', 'null', '7', '{"csp-report":null}', '[null,[],{"type":"csp-violation"}]'])(
  '%s reports nothing and is accepted',
  async (body) => {
    expect(await report('application/csp-report', body)).toBe(204)
    expect(linesOf()).toEqual([])
  },
)

test.each([
  ['text/plain', '{}', 415],
  ['application/csp-report', '{', 400],
  ['application/csp-report', JSON.stringify({ 'csp-report': { 'script-sample': 'x'.repeat(20_000) } }), 413],
])('what is not a report is refused: %s', async (type, body, status) => {
  expect(await report(type, body)).toBe(status)
})

test('a batch writes 20 lines at most, and an address may send 60 reports a minute', async () => {
  const batch = Array.from({ length: 30 }, () => violation({ effectiveDirective: 'img-src' })[0])
  expect(await report('application/reports+json', batch)).toBe(204)
  expect(linesOf()).toHaveLength(20)
  for (let sent = 1; sent < 60; sent++) expect(await report('application/csp-report', '{}')).toBe(204)
  expect(await report('application/csp-report', '{}')).toBe(429)
})

test('reports are counted by the directive that was broken', async () => {
  const count = async () =>
    Number(
      /^jara_csp_reports_total\{directive="font-src"\} (\d+)$/m.exec(
        await shop.metrics.print(undefined),
      )?.[1] ?? 0,
    )
  expect(await count()).toBe(0)
  await report('application/reports+json', violation({ effectiveDirective: 'font-src', blockedURL: 'data' }))
  expect(await count()).toBe(1)
})

test('a page names its report endpoint, also in the newer way where browsers support it', async () => {
  const reportsOf = async (publicUrl: string) => {
    const app = createApp({ ...shop, sandbox: shop.sandbox.app, settings: { ...shop.settings, publicUrl } })
    const { headers } = await app.request('/')
    const policy = headers.get('content-security-policy') ?? ''
    return [/report-.*$/.exec(policy)?.[0], headers.get('reporting-endpoints')]
  }
  expect(await reportsOf(SHOP)).toEqual([`report-uri ${PATH}`, null])
  expect(await reportsOf('https://jara.example')).toEqual([
    `report-uri ${PATH}; report-to csp`,
    `csp="${PATH}"`,
  ])
})
