import { readableDetails } from '#server/audit/readable-details.ts'
import { listActsBefore } from '#server/audit/store.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { listAudit } from '#shared/contract/admin/audit.ts'
import type { AdminRouter } from './admin-router.ts'

const ACTS_SHOWN = 50

/** Who did what. */
export function auditApi(admin: AdminRouter, { db }: Pick<Dependencies, 'db'>): void {
  admin.serve(listAudit, async ({ query: { before, limit = ACTS_SHOWN } }) => {
    const page = await listActsBefore(db, {
      before: before === undefined ? undefined : Number(before),
      limit,
    })
    return {
      hasMore: page.hasMore,
      acts: page.acts.map(({ id, createdAt, actor, action, subject, details, device, hasFailed }) => ({
        id: String(id),
        at: createdAt.toISOString(),
        actor: actor ?? 'unknown',
        ...{ action, subject, details: readableDetails({ action, details }), device, hasFailed },
      })),
    }
  })
}
