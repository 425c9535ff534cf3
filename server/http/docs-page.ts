import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'
import { shop } from '#shop.config'

/** What the page reads of a JSON Schema. */
type Schema = {
  $ref?: string
  type?: string | readonly string[]
  format?: string
  enum?: readonly unknown[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: readonly string[]
  description?: string
  oneOf?: readonly Schema[]
  anyOf?: readonly Schema[]
  allOf?: readonly Schema[]
}
type Content = Record<string, { schema?: Schema }>
export type Operation = {
  summary?: string
  tags?: string[]
  security?: object[]
  parameters?: {
    name: string
    in: string
    required?: boolean
    description?: string
    schema?: Schema
  }[]
  requestBody?: { required?: boolean; content: Content }
  responses: Record<string, { description: string; content?: Content; headers?: object }>
}
type Schemas = Record<string, Schema>
export type ApiDocument = {
  info: { description: string }
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Schemas }
}

// Identifiers are not broken: a table that is wider than its section scrolls sideways, with all of the section's.
const STYLE = `
:root { color-scheme: light; font: 16px/1.5 system-ui, sans-serif; color: #0b0b0b; background: #f4f1ea }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem 6rem; overflow-wrap: anywhere }
h1 { font-size: 2.5rem; line-height: 1; letter-spacing: -.02em; text-transform: uppercase }
h2 { font-size: 1.1rem; margin: 0 }
section { background: #fff; border: 1px solid #0b0b0b22; padding: 1rem 1.25rem; margin: 1rem 0 }
.tables { overflow-x: auto; overflow-wrap: normal }
.tables:focus-visible { outline: 2px solid #b3300b; outline-offset: 2px }
table { border-collapse: collapse; width: 100%; margin-top: .75rem; font-size: .9rem }
caption { text-align: left; font-weight: 600; padding-bottom: .25rem }
th { white-space: nowrap }
th, td { text-align: left; padding: .35rem .75rem .35rem 0; border-top: 1px solid #0b0b0b18; vertical-align: top }
td.meaning { min-width: 11rem }
code { font: .95em ui-monospace, monospace } td code { white-space: nowrap } h2 span { display: inline-block; max-width: 100% } a { color: #b3300b }
h2 code:first-child { background: #0b0b0b; color: #fff; padding: .15rem .5rem } h2 code.post { background: #b3300b } h2 code.delete { background: #7a1020 }
`
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')
export const DOCS_POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** The API's description as a page, which needs no script. Of Swagger UI in its place 120 links are too small to tap on a phone. */
export function docsPage({ info, paths, components }: ApiDocument) {
  const { schemas } = components
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${shop.brand} API</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${raw(STYLE)}</style>
</head>
<body>
<main>
<h1>${shop.brand} API</h1>
<p>${info.description}</p>
<p>Everything here is also in <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1), with every field. Errors have one shape: <code>{ message, code, fields?, details? }</code>.</p>
${listOperations(paths).map(
  ({ path, method, operation }) => html`<section>
<h2 aria-label="${`${method} /api${path}`}"><code class="${method.toLowerCase()}">${method}</code> <code>${breakable(`/api${path}`)}</code></h2>
<p>${operation.summary ?? ''}</p>
${sessionLine(operation)}
<div class="tables" role="group" aria-label="${`Tables of ${method} /api${path}`}" tabindex="0">
${parametersTable(operation)}${bodyTables(operation, schemas)}${responsesTable(operation, schemas)}
</div>
</section>`,
)}
</main>
</body>
</html>`
}

export function listOperations(paths: ApiDocument['paths']) {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
}

/** A path may continue on the next line after a slash; after a hyphen only where a part is wider than the line, with large text. */
function breakable(path: string) {
  return path.split(/(?<=\/)/).map((part) => html`<wbr><span>${part}</span>`)
}

function sessionLine({ security = [] }: Operation) {
  if (security.length === 0) return ''
  const isOptional = security.some((way) => Object.keys(way).length === 0)
  return html`<p>${isOptional ? 'Takes a session' : 'Needs a session'}: <code>Authorization: Bearer …</code></p>`
}

function parametersTable({ parameters = [] }: Operation) {
  if (parameters.length === 0) return ''
  return html`<table><caption>Parameters</caption><thead><tr><th>Name</th><th>In</th><th>Type</th><th>Meaning</th></tr></thead><tbody>${parameters.map(
    ({ name, required, schema, description, in: place }) =>
      html`<tr><td><code>${name}</code>${required ? ' (required)' : ''}</td><td>${place}</td><td>${schema ? typeOf(schema) : ''}</td><td class="meaning">${description ?? ''}</td></tr>`,
  )}</tbody></table>`
}

/** One table for media types with the same fields; several where a body has one of several forms. */
function bodyTables({ requestBody }: Operation, schemas: Schemas) {
  if (requestBody === undefined) return ''
  const mediaOf = new Map<string, string[]>()
  for (const [media, { schema = {} }] of Object.entries(requestBody.content)) {
    const key = JSON.stringify(schema)
    mediaOf.set(key, [...(mediaOf.get(key) ?? []), media])
  }
  const name = requestBody.required ? 'Body' : 'Body (optional)'
  return [...mediaOf].map(([key, media]) =>
    formsOf(JSON.parse(key) as Schema, schemas).map((form, index) =>
      fieldsTable(index === 0 ? `${name}: ${media.join(', ')}` : 'Or', form),
    ),
  )
}

function fieldsTable(caption: string, { isList, properties, required }: Form) {
  const fields = Object.entries(properties)
  const hasMeaning = fields.some(([, { description }]) => description !== undefined)
  return html`<table><caption>${caption}${isList ? ', a list of' : ''}</caption><thead><tr><th>Field</th><th>Type</th><th>Required</th>${hasMeaning ? html`<th>Meaning</th>` : ''}</tr></thead><tbody>${fields.map(
    ([name, field]) =>
      html`<tr><td><code>${name}</code></td><td>${typeOf(field)}</td><td>${required.includes(name) ? 'yes' : 'no'}</td>${hasMeaning ? html`<td class="meaning">${field.description ?? ''}</td>` : ''}</tr>`,
  )}</tbody></table>`
}

function responsesTable({ responses }: Operation, schemas: Schemas) {
  return html`<table><caption>Answers</caption><thead><tr><th>Status</th><th>Meaning</th></tr></thead><tbody>${Object.entries(
    responses,
  ).map(
    ([status, { description, content }]) =>
      html`<tr><td><code>${status}</code></td><td class="meaning">${description}${status.startsWith('2') ? fieldNames(content, schemas) : ''}</td></tr>`,
  )}</tbody></table>`
}

function fieldNames(content: Content = {}, schemas: Schemas) {
  return Object.values(content).map(({ schema = {} }) => {
    const forms = formsOf(schema, schemas)
    const names = new Set(forms.flatMap(({ properties }) => Object.keys(properties)))
    const isList = forms.some((form) => form.isList)
    if (names.size === 0) return isList ? ': a list' : ''
    return html`${isList ? ': a list of' : ':'} ${[...names].map((name, index) => html`${index > 0 ? ', ' : ''}<code>${name}</code>`)}`
  })
}

type Form = { isList: boolean; properties: Record<string, Schema>; required: readonly string[] }

/** The objects that a value may be, or a list of them. */
function formsOf(schema: Schema, schemas: Schemas): Form[] {
  const known = schemas[schema.$ref?.split('/').at(-1) ?? ''] ?? schema
  const either = known.oneOf ?? known.anyOf
  if (either !== undefined) return either.flatMap((each) => formsOf(each, schemas))
  if (known.items !== undefined)
    return formsOf(known.items, schemas).map((form) => ({ ...form, isList: true }))
  return [{ isList: false, properties: known.properties ?? {}, required: known.required ?? [] }]
}

/** In words: `string`, `list of integer`, `Order or null`, `'card'`. */
function typeOf(schema: Schema): string {
  const { $ref, type, format, items, oneOf, anyOf, allOf } = schema
  if ($ref !== undefined) return $ref.split('/').at(-1) ?? ''
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' or ')
  const either = oneOf ?? anyOf
  if (either !== undefined) return either.map(typeOf).join(' or ')
  const [first] = allOf ?? []
  if (first !== undefined) return typeOf(first)
  if (items !== undefined) return `list of ${typeOf(items)}`
  return [[type ?? 'any'].flat().join(' or '), format && `(${format})`].filter(Boolean).join(' ')
}
