import { createRoute } from '@hono/zod-openapi'
import type { Dependencies } from '#server/dependencies.ts'
import { limitBodyTo, requireJson } from '#server/http/body.ts'
import { createRateLimiter } from '#server/http/rate-limit.ts'
import { createRouter } from '#server/http/router.ts'
import { reportPolicyBreach } from '#shared/contract/csp-report.ts'
import { MINUTE_MS } from '#shared/duration.ts'
import { readPolicyReports } from './policy-report.ts'

/** A few dozen reports; a browser that has more sends them in several requests. */
const BODY_MAX_BYTES = 16_000
/** Generous, since many phones share one address behind a carrier's NAT. */
const PER_ADDRESS = { max: 60, windowMs: MINUTE_MS }
const MEDIA = /^application\/(csp-report|reports\+json|json)\s*(;|$)/i

/**
 * Receives browsers' reports of violated page policies: a log line each, and a count. Anybody can send them, so they are
 * hints only.
 */
export function policyReportApi(
  dependencies: Pick<Dependencies, 'db' | 'log' | 'metrics' | 'now' | 'settings'>,
) {
  const { db, log, metrics, now, settings } = dependencies
  const middleware = [limitBodyTo(BODY_MAX_BYTES), requireJson({ media: MEDIA })]
  return createRouter().openapi(createRoute({ ...reportPolicyBreach, middleware }), async (context) => {
    await createRateLimiter(db, settings, now())('csp report', context.get('clientAddress'), PER_ADDRESS)
    const text = await context.req.text()
    const reports = text === '' ? [] : readPolicyReports(JSON.parse(text), settings.publicUrl)
    for (const report of reports) {
      metrics.policyBroken(report.directive)
      log.warn(report, 'a page broke its policy')
    }
    return context.body(null, 204)
  })
}
