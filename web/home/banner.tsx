import { Link } from '@tanstack/react-router'
import { shop } from '#shop.config'

/**
 * From edge to edge: its size follows the window, tuned so that the words that it was made for fill one line. Longer ones, or
 * wider letters, take more lines.
 */
export function Banner() {
  return (
    <Link
      to="/products"
      search={{ tag: 'NewIn' }}
      className="on-accent grid min-h-11 content-center overflow-hidden border-ink border-y bg-accent text-center text-ink quick-colors hover:bg-ink hover:text-accent"
    >
      <strong className="display block py-[0.12em] text-[clamp(1.75rem,8.7vw,14rem)] leading-none text-balance">
        {shop.promo.banner}
      </strong>
    </Link>
  )
}
