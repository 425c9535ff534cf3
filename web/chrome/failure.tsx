import { Button } from '#web/ui/button.tsx'

/** An unexpected error. Trying again reloads the page, which clears whatever was broken in it. */
export function Failure() {
  return (
    <section role="alert" className="page grid min-h-[70svh] content-center justify-items-start gap-6 py-16">
      <h1 className="display text-d-lg">Something broke</h1>
      <p className="max-w-read text-lg">
        This page could not be shown. Your cart and wishlist are safe. Please try again in a moment.
      </p>
      <Button size="lg" onClick={() => location.reload()}>
        Try Again
      </Button>
    </section>
  )
}
