import { createFileRoute, Link } from '@tanstack/react-router'
import { Button, buttonClass } from '#ui/button.tsx'
import { MessageScreen } from '#ui/message-screen.tsx'
import { privateHead } from '#web/chrome/page-head.ts'

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
  if (stopped) {
    return (
      <MessageScreen
        role="status"
        title="Alerts cancelled"
        text="You won't get any more back-in-stock emails unless you ask again."
      >
        <Link to="/products" className={buttonClass({ size: 'lg' })}>
          Back to the shop
        </Link>
      </MessageScreen>
    )
  }
  return (
    <MessageScreen
      title="No more alerts?"
      text="You get one email for each item when it is back in stock. You can cancel all of your alerts here."
    >
      <form method="post" action={`/api/stock-alert/${encodeURIComponent(id)}/stop`}>
        <Button type="submit" size="lg">
          Cancel my alerts
        </Button>
      </form>
    </MessageScreen>
  )
}
