import { createFileRoute, Link } from '@tanstack/react-router'
import { privateHead } from '#web/chrome/page-head.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'

/** Where the email about a stock alert leads shoppers who want no more of them. A plain form, so that it works anywhere. */
export const Route = createFileRoute('/stock-alert/$id')({
  validateSearch: ({ stopped }: Record<string, unknown>): { stopped?: true } =>
    stopped === 'true' || stopped === true ? { stopped: true } : {},
  head: () => privateHead('Stock alerts'),
  component: StopStockAlerts,
})

function StopStockAlerts() {
  const { id } = Route.useParams()
  const { stopped } = Route.useSearch()
  return (
    <section className="page grid min-h-[60svh] content-center justify-items-start gap-6 py-16">
      {stopped ? (
        <>
          <h1 className="display text-d-lg">Alerts cancelled</h1>
          <p role="status" className="max-w-read text-lg">
            You won't get any more back-in-stock emails unless you ask again.
          </p>
          <Link to="/products" className={buttonClass({ size: 'lg' })}>
            Back to the shop
          </Link>
        </>
      ) : (
        <>
          <h1 className="display text-d-lg">No more alerts?</h1>
          <p className="max-w-read text-lg">
            You get one email for each item when it is back in stock. You can cancel all of your alerts here.
          </p>
          <form method="post" action={`/api/stock-alert/${encodeURIComponent(id)}/stop`}>
            <Button type="submit" size="lg">
              Cancel my alerts
            </Button>
          </form>
        </>
      )}
    </section>
  )
}
