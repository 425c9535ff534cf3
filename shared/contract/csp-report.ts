import { defineRoute, failures } from './route.ts'

export const reportPolicyBreach = defineRoute({
  method: 'post',
  path: '/csp-report',
  summary:
    "A browser's reports of what a page's Content-Security-Policy stopped: application/csp-report, application/reports+json or JSON",
  tags: ['page'],
  responses: { 204: { description: 'Taken' }, ...failures(400, 403, 413, 415, 429) },
})
