import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react'
import { largeWidth, parsePicture } from '#shared/picture.ts'
import { classes } from '#ui/class-name.ts'
import { Icon } from '#ui/icon.tsx'
import { useHasBeen } from '#ui/lazy-component.ts'
import { FullScreen } from '#ui/overlay/full-screen.tsx'
import { useRowPlace } from '#ui/row-place.ts'
import { useZoom } from '#ui/use-zoom.ts'
import { Picture } from '#web/item/picture.tsx'
import type { GalleryPicture } from './gallery-picture.ts'

const GLASS = 'M10.5 3.5a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM15.6 15.6 21 21M7.5 10.5h6'
const ZOOM_IN = { d: `${GLASS}M10.5 7.5v6` }
const ZOOM_OUT = { d: GLASS }

const TOOL = 'tap grid place-items-center bg-ink/70 hover:bg-paper hover:text-ink'

type Props = {
  pictures: readonly GalleryPicture[]
  /** The displayed width of the page's own pictures, which are shown until the large ones have loaded. */
  sizes: string
  start: number
  /** Called with each picture that is shown, so that the page behind is at the same one. */
  onShown: (place: number) => void
}

/** The pictures of a product, each as large as the window: to swipe through and to zoom. */
export function Lightbox({
  name,
  isOpen,
  onClose,
  ...rest
}: Props & { name: string; isOpen: boolean; onClose: () => void }) {
  return (
    <FullScreen title={name} isOpen={isOpen} onClose={onClose}>
      <Strip {...rest} />
    </FullScreen>
  )
}

function Strip({ pictures, sizes, start, onShown }: Props) {
  const strip = useRef<HTMLUListElement>(null)
  const { place, placeNow, show, moves } = useRowPlace(strip, start)
  const [isZoomed, setIsZoomed] = useState(false)
  const current = useRef<Zoomable>(null)
  const last = pictures.length - 1
  const step = (by: number) => {
    const to = placeNow() + by
    if (to >= 0 && to <= last) show(to)
  }
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (by === undefined) return
    // The browser would scroll a little of the way.
    event.preventDefault()
    step(by)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event)
    // Before the dialog, which lets no arrow key out.
    addEventListener('keydown', listen, { capture: true })
    return () => removeEventListener('keydown', listen, { capture: true })
  }, [])
  const shown = useEffectEvent(onShown)
  useEffect(() => shown(place), [place])
  return (
    <div className="relative min-h-0 grow">
      <ul
        ref={strip}
        className={classes(
          'no-scrollbar flex size-full [scroll-snap-type:x_mandatory] overscroll-x-contain',
          isZoomed ? 'overflow-hidden' : 'overflow-x-auto',
        )}
        {...moves}
      >
        {pictures.map((picture, at) => (
          <LargeSlide
            key={picture.src}
            picture={picture}
            sizes={sizes}
            isCurrent={at === place}
            ref={at === place ? current : undefined}
            onZoomed={setIsZoomed}
          />
        ))}
      </ul>
      <div className="pointer-events-none absolute inset-x-0 bottom-0 flex items-center justify-end p-1.5 *:pointer-events-auto">
        {last > 0 && (
          <div className="mr-auto flex items-center">
            <StepButton
              label="Previous picture"
              icon="chevron-left"
              isEnd={place === 0}
              onPress={() => step(-1)}
            />
            <p role="status" className="tabular bg-ink/70 px-2 text-sm">
              <span className="sr-only">Picture </span>
              {`${place + 1} / ${last + 1}`}
            </p>
            <StepButton
              label="Next picture"
              icon="chevron-right"
              isEnd={place === last}
              onPress={() => step(1)}
            />
          </div>
        )}
        <button
          type="button"
          aria-label={isZoomed ? 'Zoom out' : 'Zoom in'}
          className={TOOL}
          onClick={() => current.current?.toggle()}
        >
          <Icon name={isZoomed ? ZOOM_OUT : ZOOM_IN} />
        </button>
      </div>
    </div>
  )
}

/** What the button for zooming reaches of the picture that is shown. */
type Zoomable = { toggle: () => void }

function LargeSlide({
  ref,
  picture,
  sizes,
  isCurrent,
  onZoomed,
}: {
  ref: Ref<Zoomable> | undefined
  picture: GalleryPicture
  sizes: string
  isCurrent: boolean
  onZoomed: (isZoomed: boolean) => void
}) {
  const { frame, content, isZoomed, reset, toggle, moves } = useZoom()
  const isWanted = useHasBeen(isCurrent)
  useImperativeHandle(ref, () => ({ toggle }))
  useEffect(() => {
    if (!isCurrent) reset()
  }, [isCurrent, reset])
  useEffect(() => onZoomed(isZoomed), [isZoomed, onZoomed])
  return (
    <li className="relative size-full shrink-0 snap-center">
      <div
        ref={frame}
        className={classes(
          'size-full overflow-hidden select-none',
          // A finger swipes to the next picture until one is zoomed, which a finger then moves.
          isZoomed ? 'cursor-zoom-out touch-none' : 'cursor-zoom-in touch-pan-x',
        )}
        {...moves}
      >
        <div ref={content} className="relative size-full origin-top-left">
          <Picture src={picture.src} alt={isWanted ? '' : picture.alt} sizes={sizes} className={WHOLE} />
          {isWanted && <LargePicture {...picture} />}
        </div>
      </div>
    </li>
  )
}

const WHOLE = 'absolute inset-0 size-full bg-transparent object-contain'

/** A foreign address has no other sizes. */
function LargePicture({ src, alt }: GalleryPicture) {
  const picture = parsePicture(src)
  if (picture === undefined) return <img src={src} alt={alt} draggable={false} className={WHOLE} />
  const large = `${picture.stem}.${largeWidth(picture.width)}`
  return (
    <picture>
      <source type="image/avif" srcSet={`${large}.avif`} />
      <img src={`${large}.webp`} alt={alt} draggable={false} className={WHOLE} />
    </picture>
  )
}

function StepButton({
  label,
  icon,
  isEnd,
  onPress,
}: {
  label: string
  icon: 'chevron-left' | 'chevron-right'
  isEnd: boolean
  onPress: () => void
}) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={isEnd}
      className={classes(TOOL, 'unusable:text-on-ink-mute')}
      onClick={onPress}
    >
      <Icon name={icon} />
    </button>
  )
}
