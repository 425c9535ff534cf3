import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Button, buttonClass } from '#web/ui/button.tsx'

export function ProductNotFound() {
  return <NoProduct />
}

/** There may well be such a product. */
export function ProductNotLoaded() {
  return (
    <NoProduct>
      <p role="alert" className="max-w-read text-lg">
        It could not be loaded. Please check your connection and try again.
      </p>
      <Button size="lg" onClick={() => location.reload()}>
        Try Again
      </Button>
    </NoProduct>
  )
}

function NoProduct({ children }: { children?: ReactNode }) {
  return (
    <section className="page grid min-h-[60svh] content-center justify-items-start gap-6 py-16">
      <h1 className="display text-d-lg">Product not found</h1>
      {children}
      <Link
        to="/products"
        activeOptions={{ exact: true }}
        className={buttonClass({ size: 'lg', variant: children ? 'secondary' : 'primary' })}
      >
        Back to Products
      </Link>
    </section>
  )
}
