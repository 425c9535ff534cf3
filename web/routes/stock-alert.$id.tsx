import { createFileRoute, Link } from '@tanstack/react-router'
import { privateHead } from '#web/chrome/page-head.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'

/** Where the mail about a stock alert leads whoever wants no more of them. A plain form, so that it works anywhere. */
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
          <h1 className="display text-d-lg">Stopped</h1>
          <p role="status" className="max-w-read text-lg">
            We tell you of nothing more that is back in stock, unless you ask again.
          </p>
          <Link to="/products" className={buttonClass({ size: 'lg' })}>
            Back to the shop
          </Link>
        </>
      ) : (
        <>
          <h1 className="display text-d-lg">No more alerts?</h1>
          <p className="max-w-read text-lg">
            Each thing that you asked for brings one mail, when it is back. Here you take back all that you
            asked for.
          </p>
          <form method="post" action={`/api/stock-alert/${encodeURIComponent(id)}/stop`}>
            <Button type="submit" size="lg">
              Stop these mails
            </Button>
          </form>
        </>
      )}
    </section>
  )
}
