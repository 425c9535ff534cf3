import { failures, post, unchecked } from './route.ts'

const text = { type: 'string' } as const
const line = { type: 'integer' } as const

/** As browsers with a report-uri send it. */
const oneReport = unchecked({
  type: 'object',
  properties: {
    'csp-report': {
      type: 'object',
      properties: {
        'effective-directive': text,
        'blocked-uri': text,
        'source-file': text,
        'line-number': line,
      },
    },
  },
})

/** As the Reporting API sends them. */
const reports = unchecked({
  type: 'array',
  items: {
    type: 'object',
    properties: {
      type: { ...text, description: 'csp-violation; others are left out' },
      body: {
        type: 'object',
        properties: { effectiveDirective: text, blockedURL: text, sourceFile: text, lineNumber: line },
      },
    },
  },
})

export const reportPolicyBreach = post('/csp-report', {
  summary: "A browser's reports of what a page's Content-Security-Policy stopped",
  tags: ['page'],
  request: {
    body: {
      description: 'Either form is taken as any of the media types',
      content: {
        'application/csp-report': oneReport,
        'application/reports+json': reports,
        'application/json': oneReport,
      },
    },
  },
  responses: { 204: { description: 'Taken' }, ...failures(400, 403, 413, 415, 429) },
})
