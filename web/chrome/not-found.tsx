import { Link } from '@tanstack/react-router'
import { buttonClass } from '#web/ui/button.tsx'

export function NotFound() {
  return (
    <section className="page grid min-h-[70svh] content-center justify-items-start gap-6 py-16">
      <h1 className="display text-d-xl">
        404
        <span aria-hidden="true" className="text-accent">
          +
        </span>
      </h1>
      <p className="text-xl">Oops! Page not found</p>
      <Link to="/" className={buttonClass({ size: 'lg' })}>
        Return to Home
      </Link>
    </section>
  )
}
