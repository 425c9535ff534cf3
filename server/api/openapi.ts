import { createHash } from 'node:crypto'
import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { html, raw } from 'hono/html'
import { shop } from '#shop.config'
import type { AppEnv } from './router.ts'
import { sendKept } from './send-answer.ts'
import { type StoredAnswer, storeAnswer } from './stored-answer.ts'

type Operation = {
  summary?: string
  tags?: string[]
  parameters?: {
    name: string
    in: string
    required?: boolean
    description?: string
    schema?: { type?: string }
  }[]
  responses: Record<string, { description: string; headers?: object }>
}

type ApiDocument = { paths: Record<string, Record<string, Operation>> }

type Described = { document: StoredAnswer; page: StoredAnswer }

/**
 * Adds /openapi.json, generated from the routes' own schemas, and /docs, the same as a readable page. Both are built once,
 * with the first request for either: they change only with the code.
 */
export function addOpenApi(api: OpenAPIHono<AppEnv>): void {
  let described: Promise<Described> | undefined
  const describe = async (): Promise<Described> => {
    const document = describeApi(api)
    const page = await docsPage(document.paths)
    return {
      document: store(JSON.stringify(document), { 'Content-Type': 'application/json' }),
      page: store(String(page), {
        'Content-Type': 'text/html; charset=UTF-8',
        'Content-Security-Policy': DOCS_POLICY,
      }),
    }
  }
  const answerWith = (name: keyof Described) => async (context: Context<AppEnv>) => {
    described ??= describe()
    return send(context, (await described)[name])
  }
  api.get('/openapi.json', answerWith('document'))
  api.get('/docs', answerWith('page'))
}

/** What holds for all operations, and would only hide what is particular to each. */
const DESCRIPTION = [
  shop.tagline,
  'Money is in naira, times are ISO 8601 UTC.',
  'Writes from pages of other sites are refused with 403.',
  'Not repeated for each operation: a GET whose If-None-Match names the ETag of what it would answer may be answered 304, without a body;',
  'an address asked with a method that it does not take answers 405, with Allow;',
  'a failure of the shop itself is a 500 with the code INTERNAL.',
].join(' ')

function describeApi(api: OpenAPIHono<AppEnv>): ApiDocument {
  const document = api.getOpenAPI31Document({
    openapi: '3.1.0',
    info: { title: `${shop.brand} API`, version: '1', description: DESCRIPTION },
    servers: [{ url: '/api' }],
  }) as unknown as ApiDocument
  for (const methods of Object.values(document.paths))
    for (const operation of Object.values(methods)) addRetryAfter(operation.responses)
  return document
}

/** Here and not in the routes, part of which the browser loads with its forms. */
function addRetryAfter(responses: Operation['responses']): void {
  for (const status of ['429', '503']) {
    if (responses[status] !== undefined) responses[status].headers = { 'Retry-After': RETRY_AFTER }
  }
}

const RETRY_AFTER = {
  description: 'After how many seconds to try again',
  required: true,
  schema: { type: 'integer' },
}

/** A new version of the shop may serve others: browsers revalidate, shared caches do after a minute. */
const CACHE_CONTROL = 'public, max-age=0, s-maxage=60'

function store(text: string, headers: Record<string, string>): StoredAnswer {
  return storeAnswer(new TextEncoder().encode(text), {
    status: 200,
    headers: { ...headers, 'Cache-Control': CACHE_CONTROL, Vary: 'Accept-Encoding' },
  })
}

/** It never ages, so its Age is 0. */
function send(context: Context<AppEnv>, answer: StoredAnswer): Promise<Response> {
  const kept = { answer, shows: new Set<string>(), lifeMs: 0, computedAtMs: 0 }
  return sendKept(context, kept, undefined, new Date(kept.computedAtMs))
}

const DOCS_STYLE = `
:root { color-scheme: light; font: 16px/1.5 system-ui, sans-serif; color: #0b0b0b; background: #f4f1ea }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem 6rem }
h1 { font-size: 2.5rem; line-height: 1; letter-spacing: -.02em; text-transform: uppercase }
h2 { font-size: 1.1rem; margin: 0 }
section { background: #fff; border: 1px solid #0b0b0b22; padding: 1rem 1.25rem; margin: 1rem 0; overflow-wrap: anywhere }
table { border-collapse: collapse; display: block; overflow-x: auto; margin-top: .75rem; font-size: .9rem }
th { white-space: nowrap }
th, td { text-align: left; padding: .35rem .75rem .35rem 0; border-top: 1px solid #0b0b0b18; vertical-align: top }
code { font: .95em ui-monospace, monospace } a { color: #b3300b }
h2 code:first-child { background: #0b0b0b; color: #fff; padding: .15rem .5rem } h2 .post { background: #b3300b } h2 .delete { background: #7a1020 }
`
const STYLE_HASH = createHash('sha256').update(DOCS_STYLE).digest('base64')
const DOCS_POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

function docsPage(paths: Record<string, Record<string, Operation>>) {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${shop.brand} API</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${raw(DOCS_STYLE)}</style>
</head>
<body>
<main>
<h1>${shop.brand} API</h1>
<p>Everything here is also in <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1), with every field. Errors have one shape: <code>{ message, code, fields?, details? }</code>.</p>
${operations.map(
  ({ path, method, operation }) => html`<section>
<h2><code class="${method.toLowerCase()}">${method}</code> <code>/api${path}</code></h2>
<p>${operation.summary ?? ''}</p>
${
  operation.parameters?.length
    ? html`<table><thead><tr><th>Parameter</th><th>In</th><th>Type</th><th>Meaning</th></tr></thead><tbody>${operation.parameters.map(
        (parameter) =>
          html`<tr><td><code>${parameter.name}</code>${parameter.required ? ' (required)' : ''}</td><td>${parameter.in}</td><td>${parameter.schema?.type ?? ''}</td><td>${parameter.description ?? ''}</td></tr>`,
      )}</tbody></table>`
    : ''
}
<table><thead><tr><th>Status</th><th>Meaning</th></tr></thead><tbody>${Object.entries(
    operation.responses,
  ).map(
    ([status, response]) => html`<tr><td><code>${status}</code></td><td>${response.description}</td></tr>`,
  )}</tbody></table>
</section>`,
)}
</main>
</body>
</html>`
}
