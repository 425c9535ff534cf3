import { Link } from '@tanstack/react-router'
import { buttonClass } from '#ui/button.tsx'

export function NotFound() {
  return (
    <section className="page grid min-h-[70svh] content-center justify-items-start gap-6 py-16">
      <h1 className="display text-d-xl after:text-accent after:content-['+'/'']">404</h1>
      <p className="text-xl">Oops! Page not found</p>
      <Link to="/" className={buttonClass({ size: 'lg' })}>
        Return to Home
      </Link>
    </section>
  )
}
