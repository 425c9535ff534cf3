import type { OpenAPIHono } from '@hono/zod-openapi'
import { shop } from '#shop.config'
import { cacheFor } from './cache-for.ts'
import { type ApiDocument, DOCS_POLICY, docsPage, listOperations, type Operation } from './docs-page.ts'
import type { AppEnv } from './router.ts'

/**
 * Adds /openapi.json, generated from the routes' own schemas, and /docs, the same as a readable page. Both are built once,
 * with the first request for either: they change only with the code.
 */
export function addOpenApi(api: OpenAPIHono<AppEnv>): void {
  let document: ApiDocument | undefined
  let page: string | undefined
  api.get('/openapi.json', (context) => {
    document ??= describeApi(api)
    cacheFor(context, CACHED)
    return context.json(document)
  })
  api.get('/docs', async (context) => {
    document ??= describeApi(api)
    page ??= String(await docsPage(document))
    cacheFor(context, CACHED)
    return context.html(page, 200, { 'Content-Security-Policy': DOCS_POLICY })
  })
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
  'admin-order':
    'Orders, as the people who run the shop see them: `x-permission` names what a caller must be allowed to do.',
  'app-data': 'What every page of the shop shows: categories, tags and the places delivered to.',
  auth: 'Accounts, codes by mail, and sessions.',
  order: "The cart's check before a checkout, and a shopper's orders.",
  page: 'What browsers report about pages.',
  payment: 'Starting a checkout, following its payment, and the events of the payment provider.',
  product: 'Lists, search, single products, and mails about sold-out ones.',
  review: 'Ratings and comments, written by buyers.',
  staff:
    'The people who run the shop: signing in by a cookie, their own account, other members, and what was done. `x-permission` names what a caller must be allowed to do.',
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
  for (const { operation } of listOperations(document.paths)) {
    addRetryAfter(operation.responses)
    operation.responses['431'] = { description: "The request's headers are too large." }
  }
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
const CACHED = { seconds: 60, tags: [], cacheControl: 'public, max-age=0, s-maxage=60' }
