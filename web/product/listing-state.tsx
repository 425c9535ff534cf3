import { Link } from '@tanstack/react-router'
import { Button, buttonClass } from '#web/ui/button.tsx'

export function NoProducts() {
  return (
    <section className="grid justify-items-start gap-5 border-ink border-t py-14 sm:py-20">
      <h2 className="display text-d-sm">No products found</h2>
      <p className="max-w-read text-ink-soft">Try adjusting your filters or search terms</p>
      <Link to="/products" className={buttonClass()}>
        Clear Filters
      </Link>
    </section>
  )
}

export function ProductsFailed() {
  return (
    <section role="alert" className="page grid justify-items-start gap-5 py-14 sm:py-20">
      <h1 className="display text-d-md">Failed to load products</h1>
      <Button onClick={() => location.reload()}>Try Again</Button>
    </section>
  )
}
