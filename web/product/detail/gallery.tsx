import { useRef, useState } from 'react'
import { classes } from '#ui/class-name.ts'
import { Icon } from '#ui/icon.tsx'
import { lazyComponent } from '#ui/lazy-component.ts'
import { useRowPlace } from '#ui/row-place.ts'
import { OverlayWhenOpened } from '#web/item/overlay-when-opened.tsx'
import { Picture } from '#web/item/picture.tsx'
import { type OverlayName, useOpenOverlay } from '#web/state/overlay.ts'
import type { GalleryPicture } from './gallery-picture.ts'

export const loadLightbox = () => import('./lightbox.tsx')
const Lightbox = lazyComponent(loadLightbox, 'Lightbox')

/**
 * Pictures side by side in a strip that can be swiped or scrolled, with or without script; arrows and thumbnails move it.
 * Give it a key that changes with the pictures, so that it starts at the first one.
 */
export function Gallery({
  name,
  pictures,
  sizes,
  isPriority = false,
  thumbs,
  overlay,
}: {
  /** The product's. */
  name: string
  pictures: readonly GalleryPicture[]
  sizes: string
  isPriority?: boolean
  thumbs: 'beside' | 'below'
  /** The name under which the pictures open over what contains the gallery. */
  overlay: OverlayName
}) {
  const strip = useRef<HTMLUListElement>(null)
  const { place: current, show, moves } = useRowPlace(strip)
  const [opened, setOpened] = useState(0)
  const openOverlay = useOpenOverlay()
  if (pictures.length === 0) {
    return (
      <p className="grid aspect-4/5 place-items-center bg-paper-deep text-ink-mute text-sm">
        No image available
      </p>
    )
  }
  return (
    <div
      className={classes(
        'grid gap-2',
        thumbs === 'beside' && pictures.length > 1 && 'lg:grid-cols-[4.5rem_minmax(0,1fr)]',
      )}
    >
      <div className="relative min-w-0">
        <ul
          ref={strip}
          className="no-scrollbar flex [scroll-snap-type:x_mandatory] overflow-x-auto overscroll-x-contain bg-paper-deep"
          {...moves}
        >
          {pictures.map((picture, place) => (
            <li
              key={picture.src}
              className={classes(
                'aspect-4/5 w-full shrink-0 snap-center overflow-hidden',
                thumbs === 'below' && 'max-sm:aspect-square',
              )}
            >
              <Slide
                picture={picture}
                sizes={sizes}
                isPriority={isPriority && place === 0}
                onFocus={() => show(place)}
                onOpen={() => {
                  setOpened(place)
                  openOverlay(overlay)
                }}
              />
            </li>
          ))}
        </ul>
        {pictures.length > 1 && (
          <>
            <Arrow to="previous" isEnd={current === 0} onClick={() => show(current - 1)} />
            <Arrow to="next" isEnd={current === pictures.length - 1} onClick={() => show(current + 1)} />
            <Dots count={pictures.length} current={current} />
          </>
        )}
      </div>
      {pictures.length > 1 && <Thumbs pictures={pictures} current={current} place={thumbs} onChoose={show} />}
      <OverlayWhenOpened name={overlay}>
        {(dialog) => (
          <Lightbox
            key={opened}
            {...dialog}
            name={name}
            pictures={pictures}
            sizes={sizes}
            start={opened}
            onShown={show}
          />
        )}
      </OverlayWhenOpened>
    </div>
  )
}

type SlideProps = {
  picture: GalleryPicture
  sizes: string
  isPriority: boolean
  /** Browsers take a picture for visible of which a fraction of a pixel is, and do not scroll to it. */
  onFocus: () => void
  onOpen: () => void
}

/** A press opens the picture over the page. It is a link for whoever wants a tab of its own, or has no script. */
function Slide({ picture, sizes, isPriority, onFocus, onOpen }: SlideProps) {
  return (
    <a
      href={picture.src}
      onFocus={onFocus}
      className="block size-full cursor-zoom-in focus-visible:-outline-offset-3"
      aria-haspopup="dialog"
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        onOpen()
      }}
    >
      <Picture
        src={picture.src}
        alt={picture.alt}
        sizes={sizes}
        isPriority={isPriority}
        withoutAvifPx={1080}
        className="size-full object-cover"
      />
    </a>
  )
}

function Arrow({ to, isEnd, onClick }: { to: 'previous' | 'next'; isEnd: boolean; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={to === 'previous' ? 'Previous picture' : 'Next picture'}
      aria-disabled={isEnd}
      onClick={isEnd ? undefined : onClick}
      className={classes(
        'tap absolute top-1/2 grid -translate-y-1/2 place-items-center bg-paper/80 transition-opacity hover:bg-ink hover:text-paper focus-visible:-outline-offset-3 unusable:pointer-events-none unusable:text-ink-mute unusable:not-focus-visible:opacity-0 noscript:hidden',
        to === 'previous' ? 'left-0' : 'right-0',
      )}
    >
      <Icon name={to === 'previous' ? 'chevron-left' : 'chevron-right'} />
    </button>
  )
}

/** The current position in the strip; the thumbnails say it in words. */
function Dots({ count, current }: { count: number; current: number }) {
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute inset-x-0 bottom-3 flex justify-center gap-1.5 forced-color-adjust-none noscript:hidden"
    >
      {Array.from({ length: count }, (_, place) => place).map((place) => (
        <span
          key={place}
          className={classes('h-1.5 transition-all', place === current ? 'w-5 bg-ink' : 'w-1.5 bg-ink/35')}
        />
      ))}
    </div>
  )
}

function Thumbs({
  pictures,
  current,
  place: layout,
  onChoose,
}: {
  pictures: readonly GalleryPicture[]
  current: number
  place: 'beside' | 'below'
  onChoose: (place: number) => void
}) {
  return (
    <ul
      aria-label="Pictures"
      className={classes(
        'no-scrollbar flex gap-2 overflow-x-auto p-0.75',
        layout === 'below' && 'max-sm:px-5',
        layout === 'beside' && 'max-md:hidden lg:-order-1 lg:max-h-[34rem] lg:flex-col lg:overflow-y-auto',
      )}
    >
      {pictures.map(({ src }, place) => (
        <li key={src} className="shrink-0">
          <a
            href={src}
            aria-label={`Picture ${place + 1} of ${pictures.length}`}
            aria-current={place === current ? 'true' : undefined}
            className="block w-15 opacity-65 outline-offset-0 transition-opacity hover:opacity-100 aria-[current]:opacity-100 aria-[current]:[box-shadow:0_0_0_2px_var(--color-ink)] forced-colors:aria-[current]:border-3"
            onClick={(event) => {
              event.preventDefault()
              onChoose(place)
            }}
          >
            <Picture src={src} alt="" sizes="60px" className="aspect-4/5 w-full object-cover" />
          </a>
        </li>
      ))}
    </ul>
  )
}
