import { Link } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { CAROUSEL_MS } from '#shared/limits.ts'
import type { ProductSearch } from '#shared/product-search.ts'
import { classes } from '#web/ui/class-name.ts'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { BrandPicture, type BrandPictureName } from './brand-picture.tsx'
import { mayMove, useAutoAdvance } from './use-auto-advance.ts'

type Slide = { title: string; action: string; search: ProductSearch; picture: BrandPictureName; look: string }

const SLIDES: Slide[] = [
  {
    title: 'Fresh off the bus',
    action: 'New in',
    search: { tag: 'NewIn' },
    picture: 'fresh',
    look: 'bg-accent text-ink on-accent',
  },
  {
    title: 'What Lagos wears',
    action: 'Best sellers',
    search: { tag: 'BestSellers' },
    picture: 'worn',
    look: 'bg-ink text-paper on-ink',
  },
  {
    title: 'Last price, my customer',
    action: 'On sale',
    search: { onSale: true },
    picture: 'sale',
    look: 'bg-paper-deep text-ink',
  },
  {
    title: 'The whole market',
    action: 'All merch',
    search: {},
    picture: 'all',
    look: 'bg-good text-paper on-ink',
  },
]

/**
 * A row of slides that scrolls and snaps by itself, by touch, by key and without script. It moves on every three
 * seconds, but not while pointed at, holding the focus, stopped, out of sight, or where motion is not wanted.
 */
export function Carousel() {
  const row = useRef<HTMLUListElement>(null)
  const [shown, setShown] = useState(0)
  const [isStopped, setIsStopped] = useState(true)
  const [isPointedAt, setIsPointedAt] = useState(false)
  const [isFocused, setIsFocused] = useState(false)
  useEffect(() => setIsStopped(!mayMove()), [])

  const show = useCallback((index: number) => {
    const slides = row.current
    if (!slides) return
    const place = (index + SLIDES.length) % SLIDES.length
    slides.scrollTo({ left: place * slides.clientWidth, behavior: mayMove() ? 'smooth' : 'instant' })
  }, [])
  const advance = useCallback(() => show(shown + 1), [show, shown])
  useAutoAdvance(row, { isRunning: !isStopped && !isPointedAt && !isFocused, ms: CAROUSEL_MS, advance })

  return (
    <section
      aria-roledescription="carousel"
      aria-label="Ways into the shop"
      className="relative border-ink border-y"
      onPointerEnter={(event) => setIsPointedAt(event.pointerType === 'mouse')}
      onPointerLeave={() => setIsPointedAt(false)}
      onFocus={(event) => setIsFocused(event.target.matches(':focus-visible'))}
      onBlur={() => setIsFocused(false)}
    >
      <ul
        ref={row}
        className="no-scrollbar flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain"
        onScroll={({ currentTarget }) =>
          setShown(Math.round(currentTarget.scrollLeft / currentTarget.clientWidth))
        }
      >
        {SLIDES.map((slide, index) => (
          <SlideItem key={slide.picture} slide={slide} place={`${index + 1} of ${SLIDES.length}`} />
        ))}
      </ul>
      <div className="absolute right-0 bottom-0 flex items-stretch border-ink border-t border-l bg-paper noscript:hidden">
        <p className="label flex items-center px-4 text-xs tabular" aria-hidden="true">
          {shown + 1} / {SLIDES.length}
        </p>
        <Control icon="chevron-left" label="Previous slide" onClick={() => show(shown - 1)} />
        <Control
          icon={isStopped ? 'play' : 'pause'}
          label={isStopped ? 'Start the slides' : 'Stop the slides'}
          onClick={() => setIsStopped(!isStopped)}
        />
        <Control icon="chevron-right" label="Next slide" onClick={() => show(shown + 1)} />
      </div>
    </section>
  )
}

function SlideItem({ slide, place }: { slide: Slide; place: string }) {
  return (
    <li
      aria-roledescription="slide"
      aria-label={place}
      className={classes('grid w-full shrink-0 snap-start md:grid-cols-2', slide.look)}
    >
      <BrandPicture
        name={slide.picture}
        sizes="(min-width: 768px) 50vw, 100vw"
        className="aspect-5/4 size-full md:order-last md:aspect-auto md:h-[70svh] md:max-h-190"
      />
      <div className="flex flex-col items-start justify-between gap-10 p-(--spacing-page) pb-20 md:min-h-110 md:py-14">
        <h2 className="display max-w-[9ch] text-d-lg">{slide.title}</h2>
        <Link
          to="/products"
          search={slide.search}
          className="label flex min-h-11 items-center gap-2 border-current border-b-3 text-sm"
        >
          {slide.action}
          <Icon name="arrow-right" />
        </Link>
      </div>
    </li>
  )
}

function Control({ icon, label, onClick }: { icon: IconName; label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      className="grid size-12 place-items-center border-ink border-l text-ink hover:bg-ink hover:text-paper"
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  )
}
