import { Link } from '@tanstack/react-router'
import { shop } from '#shop.config'
import { buttonClass } from '#web/ui/button.tsx'
import { BrandPicture } from './brand-picture.tsx'

export function Hero() {
  return (
    <section className="relative grid bg-paper-deep">
      <BrandPicture
        name="hero"
        sizes="100vw"
        isPriority
        className="col-start-1 row-start-1 h-[68svh] min-h-110 w-full md:h-[78svh]"
      />
      <div className="page col-start-1 row-start-1 grid content-end justify-items-start gap-6 pb-8 md:pb-12">
        <h1 className="display max-w-[11ch] text-d-lg">{shop.tagline}</h1>
        <Link to="/products" className={buttonClass({ size: 'lg' })}>
          Shop all merch
        </Link>
      </div>
    </section>
  )
}
