import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { AlertSettingsForm } from '#admin/alert/alert-settings-form.tsx'
import { BuyerMailsForm } from '#admin/alert/buyer-mails-form.tsx'
import { NotLoaded } from '#admin/chrome/load-state.tsx'
import { ScreenHeader } from '#admin/chrome/shell.tsx'
import { alertSettingsQuery, buyerMailsQuery } from '#admin/data/query.ts'
import { DetailSection } from '#ui/detail.tsx'

export const Route = createFileRoute('/_staff/alerts')({
  head: () => ({ meta: [{ title: 'Alerts' }] }),
  component: Alerts,
})

function Alerts() {
  const { api } = Route.useRouteContext()
  const { data, error, refetch } = useQuery(alertSettingsQuery(api))
  const mails = useQuery(buyerMailsQuery(api))
  return (
    <>
      <ScreenHeader title="Alerts" />
      <div className="grid gap-10 lg:grid-cols-2">
        <DetailSection title="Mails to you">
          <p className="py-4 text-ink-soft">
            A dispute, a mail that could not be delivered and a best seller that is gone are always mailed.
            Choose what you want to hear of your orders, and where.
          </p>
          {data ? <AlertSettingsForm settings={data} /> : <NotLoaded error={error} refetch={refetch} />}
        </DetailSection>
        <DetailSection title="Mails to buyers">
          <p className="py-4 text-ink-soft">
            That an order is paid, sent or delivered is always mailed. Choose what else they hear of.
          </p>
          {mails.data ? <BuyerMailsForm settings={mails.data} /> : <NotLoaded {...mails} />}
        </DetailSection>
      </div>
    </>
  )
}
