import type { Dependencies } from '#server/dependencies.ts'
import { createAdminRouter } from '#server/staff/admin-router.ts'
import { exportMoney, exportSelected, getMoney } from '#shared/contract/admin/money.ts'
import { isAllowed } from '#shared/contract/permission.ts'
import { exportCsv } from './export.ts'
import { readMoney } from './money.ts'

/** What came in and went out, for the people who may see it. */
export function moneyApi(dependencies: Pick<Dependencies, 'db' | 'now' | 'settings'>) {
  const { db, now } = dependencies
  const admin = createAdminRouter(dependencies)
  admin.serve(getMoney, ({ query }) => readMoney(db, query, now()))
  admin.send(exportMoney, async ({ params: { kind }, query, session: { role }, by }) => {
    const { since, until, separator } = query
    const withBuyers = isAllowed(role, 'order.buyer')
    const text = await exportCsv(db, { kind, which: { since, until }, separator, withBuyers, by }, now())
    return csvFile(text, `${kind}-${since}-${until}`)
  })
  admin.send(exportSelected, async ({ query, session: { role }, by }) => {
    const wanted = {
      kind: 'orders',
      which: { orders: query.orders.split(',') },
      separator: query.separator,
      withBuyers: isAllowed(role, 'order.buyer'),
    } as const
    return csvFile(await exportCsv(db, { ...wanted, by }, now()), 'selected-orders')
  })
  return admin.routes
}

const csvFile = (text: AsyncGenerator<string>, name: string) =>
  new Response(streamOf(text), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}.csv"`,
    },
  })

/** As fast as it is read; an error breaks off the download, so that a part is not taken for the whole. */
function streamOf(text: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await text.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    cancel: async () => void (await text.return(undefined)),
  })
}
