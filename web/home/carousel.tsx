import { Link } from '@tanstack/react-router'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { CAROUSEL_MS } from '#shared/limits.ts'
import type { ProductSearch } from '#shared/product-search.ts'
import { buttonClass } from '#ui/button.tsx'
import { classes } from '#ui/class-name.ts'
import { mayMove, useSavesData } from '#ui/data-saver.ts'
import { Icon, type IconOf } from '#ui/icon.tsx'
import { useRowPlace } from '#ui/row-place.ts'
import { BrandPicture, type BrandPictureName, WINDOW_WIDE } from './brand-picture.tsx'
import { home } from './words.ts'

const PAUSE = { d: 'M8 5v14M16 5v14' }
const PLAY = { d: 'M7 4.5v15L19.5 12z', isFilled: true }

type Slide = {
  picture: BrandPictureName
  title: string
  action: string
  search: ProductSearch
  /** Background and text colours: below the picture on phones, over its empty side on desktops. */
  look: string
  text: string
  button: 'primary' | 'accent'
}

const SLIDES: Slide[] = [
  {
    picture: 'slide-1',
    ...home.slides[0],
    search: { tag: 'NewIn' },
    look: 'bg-ink',
    text: 'max-md:text-paper',
    button: 'accent',
  },
  {
    picture: 'slide-2',
    ...home.slides[1],
    search: { tag: 'BestSellers' },
    look: 'bg-accent on-accent',
    text: '',
    button: 'primary',
  },
  {
    picture: 'slide-3',
    ...home.slides[2],
    search: { onSale: true },
    look: 'bg-ink on-ink',
    text: 'text-paper',
    button: 'accent',
  },
  {
    picture: 'slide-4',
    ...home.slides[3],
    search: {},
    look: 'bg-paper-deep',
    text: 'md:bg-paper',
    button: 'primary',
  },
]

/**
 * A row of slides that scrolls and snaps natively, by touch, by key and without script. It advances every three seconds,
 * but not while hovered, focused, stopped, out of view, or where motion or data should be saved.
 */
export function Carousel() {
  const row = useRef<HTMLUListElement>(null)
  const { place: shown, placeNow, show, moves } = useRowPlace(row)
  const [isStopped, setIsStopped] = useState(true)
  const [isPointedAt, setIsPointedAt] = useState(false)
  const [isFocused, setIsFocused] = useState(false)
  const savesData = useSavesData()
  useEffect(() => setIsStopped(savesData || !mayMove()), [savesData])

  // Asks the row itself: with `shown` as a dependency, the three seconds would start anew with each press.
  const advance = useCallback(() => show(after(placeNow())), [show, placeNow])
  useAutoAdvance(row, { isRunning: !isStopped && !isPointedAt && !isFocused, ms: CAROUSEL_MS, advance })

  return (
    <section
      aria-roledescription="carousel"
      aria-label="Featured"
      className="relative mx-auto max-w-page border-ink border-y"
      onPointerEnter={() => setIsPointedAt(true)}
      onPointerLeave={() => setIsPointedAt(false)}
      onFocus={() => setIsFocused(true)}
      onBlur={() => setIsFocused(false)}
    >
      <ul
        ref={row}
        className="no-scrollbar flex [scroll-snap-type:x_mandatory] overflow-x-auto overscroll-x-contain"
        {...moves}
      >
        {SLIDES.map((slide, index) => (
          <SlideItem key={slide.picture} slide={slide} place={`${index + 1} of ${SLIDES.length}`} />
        ))}
      </ul>
      <div className="absolute right-0 bottom-0 flex items-stretch border-ink border-t border-l bg-paper noscript:hidden">
        <p className="label flex items-center px-4 text-xs tabular" aria-hidden="true">
          {`${shown + 1} / ${SLIDES.length}`}
        </p>
        <Control icon="chevron-left" label="Previous slide" onClick={() => show(before(shown))} />
        <Control
          icon={isStopped ? PLAY : PAUSE}
          label={isStopped ? 'Play slides' : 'Pause slides'}
          onClick={() => {
            setIsStopped(!isStopped)
            // Asked for, so also from the control that has the focus.
            setIsFocused(false)
          }}
        />
        <Control icon="chevron-right" label="Next slide" onClick={() => show(after(shown))} />
      </div>
    </section>
  )
}

const after = (place: number) => (place + 1) % SLIDES.length
const before = (place: number) => (place + SLIDES.length - 1) % SLIDES.length

function SlideItem({ slide, place }: { slide: Slide; place: string }) {
  return (
    <li
      aria-roledescription="slide"
      aria-label={place}
      className={classes('relative w-full shrink-0 snap-start', slide.look)}
    >
      <BrandPicture
        name={slide.picture}
        sizes={WINDOW_WIDE}
        className="aspect-4/3 w-full object-[80%_50%] md:aspect-video md:max-h-[80svh] md:object-[50%_35%]"
      />
      <div
        className={classes(
          'flex flex-col items-start justify-between gap-8 px-(--spacing-gutter) pt-6 pb-20 md:absolute md:inset-y-0 md:left-0 md:w-[36%] md:py-10',
          slide.text,
        )}
      >
        <h2 className="display text-d-lg md:text-d-third min-[100rem]:text-[4.5rem]">{slide.title}</h2>
        <Link
          to="/products"
          search={slide.search}
          className={buttonClass({ variant: slide.button, size: 'lg' })}
        >
          {slide.action}
          <Icon name="arrow-right" />
        </Link>
      </div>
    </li>
  )
}

function Control({ icon, label, onClick }: { icon: IconOf; label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      className="grid h-12 w-[min(3rem,20vw)] place-items-center border-ink border-l text-ink hover:bg-ink hover:text-paper"
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  )
}

/** Calls `advance` every `ms` while running and in view. */
function useAutoAdvance(
  element: RefObject<HTMLElement | null>,
  { isRunning, ms, advance }: { isRunning: boolean; ms: number; advance: () => void },
): void {
  const [isInSight, setIsInSight] = useState(false)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver(([entry]) => setIsInSight(entry?.isIntersecting === true), {
      threshold: 0.5,
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  useEffect(() => {
    if (!isRunning || !isInSight) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') advance()
    }, ms)
    return () => clearInterval(timer)
  }, [isRunning, isInSight, ms, advance])
}
