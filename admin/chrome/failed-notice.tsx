import { Button } from '#ui/button.tsx'

/** In place of what could not be loaded. */
export function FailedNotice({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <div role="alert" className="notice my-4 grid justify-items-start gap-3 p-4">
      <p>{error.message}</p>
      <Button variant="secondary" onClick={onRetry}>
        Try Again
      </Button>
    </div>
  )
}
