import { RetryButton } from '#ui/button.tsx'
import { useConnection } from '#web/state/connection.ts'

/** While offline, a list that could not be loaded is not reported as failed. */
export function ProductsFailed() {
  const isOffline = useConnection((connection) => connection.isOffline)
  return (
    <section role="alert" className="grid justify-items-start gap-5 border-ink border-t py-14 sm:py-20">
      <h2 className="display text-d-sm">{isOffline ? 'You are offline' : 'Failed to load products'}</h2>
      {isOffline && (
        <p className="max-w-read text-ink-soft">
          This list is not saved on this device. It will load once you are online.
        </p>
      )}
      <RetryButton onClick={() => location.reload()} />
    </section>
  )
}
