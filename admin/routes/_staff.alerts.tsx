import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { AlertSettingsForm } from '#admin/alert/alert-settings-form.tsx'
import { BuyerMailsForm } from '#admin/alert/buyer-mails-form.tsx'
import { NotLoaded } from '#admin/chrome/load-state.tsx'
import { ScreenHeader } from '#admin/chrome/shell.tsx'
import { alertSettingsQuery, buyerMailsQuery } from '#admin/data/query.ts'

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
      <p className="mb-6 max-w-xl text-ink-soft">
        A dispute, a mail that could not be delivered and a best seller that is gone are always mailed. Choose
        what you want to hear of your orders, and where.
      </p>
      {data ? (
        <AlertSettingsForm key={JSON.stringify(data)} shown={data} />
      ) : (
        <NotLoaded error={error} refetch={refetch} />
      )}
      <section className="mt-12">
        <h2 className="display mb-5 text-d-sm">Mails to buyers</h2>
        {mails.data ? (
          <BuyerMailsForm key={JSON.stringify(mails.data)} shown={mails.data} />
        ) : (
          <NotLoaded {...mails} />
        )}
      </section>
    </>
  )
}
