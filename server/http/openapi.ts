import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { OpenAPIHono } from '@hono/zod-openapi'
import { html } from 'hono/html'
import { shop } from '#shop.config'
import { cacheFor, publicFor } from './cache-for.ts'
import type { AppEnv } from './router.ts'

/** Swagger UI's files, and what starts it. */
const STYLE = 'swagger-ui.css'
const SCRIPT = 'swagger-ui-bundle.js'
const START = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#docs', validatorUrl: null })`
const DOCS_POLICY = `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** Adds /openapi.json, generated from the routes' own schemas at the first request, and /docs, in which Swagger UI shows it. */
export function addOpenApi(api: OpenAPIHono<AppEnv>): void {
  let document: ApiDocument | undefined
  api.get('/openapi.json', (context) => {
    document ??= describeApi(api)
    cacheFor(context, CACHED)
    return context.json(document)
  })
  api.get('/docs', (context) => {
    cacheFor(context, CACHED)
    return context.html(docsPage(), 200, { 'Content-Security-Policy': DOCS_POLICY })
  })
  api.get('/docs/start.js', (context) => context.body(START, 200, { 'Content-Type': 'text/javascript' }))
  for (const [file, type] of [
    [STYLE, 'text/css'],
    [SCRIPT, 'text/javascript'],
  ] as const) {
    const path = createRequire(import.meta.url).resolve(`swagger-ui-dist/${file}`)
    api.get(`/docs/${file}`, async (context) =>
      context.body(await readFile(path), 200, { 'Content-Type': type, 'Cache-Control': publicFor(HOUR_S) }),
    )
  }
}

function docsPage() {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${shop.brand} API</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/api/docs/${STYLE}">
</head>
<body><div id="docs"></div><script src="/api/docs/${SCRIPT}"></script><script src="/api/docs/start.js"></script></body>
</html>`
}

/** Of the generated document only what is completed here. */
type ApiDocument = {
  paths: Record<
    string,
    Record<string, { responses: Record<string, { description: string; headers?: object }> }>
  >
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

const TAGS = {
  'app-data': 'What every page of the shop shows: categories, tags and the places delivered to.',
  auth: 'Accounts, codes by mail, and sessions.',
  order: "The cart's check before a checkout, and a shopper's orders.",
  page: 'What browsers report about pages.',
  payment: 'Starting a checkout, following its payment, and the events of the payment provider.',
  product: 'Lists, search, single products, and mails about sold-out ones.',
  review: 'Ratings and comments, written by buyers.',
}

function describeApi(api: OpenAPIHono<AppEnv>): ApiDocument {
  const document = api.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: `${shop.brand} API`,
      version: '1',
      description: DESCRIPTION,
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    },
    servers: [{ url: '/api' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
  }) as unknown as ApiDocument
  for (const { responses } of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
    // Here and not in the routes, part of which the browser loads with its forms.
    for (const status of ['429', '503']) {
      if (responses[status] !== undefined) responses[status].headers = { 'Retry-After': RETRY_AFTER }
    }
    responses['431'] = { description: "The request's headers are too large." }
  }
  return document
}

const RETRY_AFTER = {
  description: 'After how many seconds to try again',
  required: true,
  schema: { type: 'integer' },
}

/** A new version of the shop may serve others: browsers revalidate, shared caches do after a minute. */
const HOUR_S = 3_600
const CACHED = { seconds: 60, tags: [], cacheControl: 'public, max-age=0, s-maxage=60' }
