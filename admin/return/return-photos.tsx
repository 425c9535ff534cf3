import { useState } from 'react'
import { lazyComponent } from '#ui/lazy-component.ts'
import { LazyOverlay } from '#ui/overlay/lazy-overlay.tsx'

const FullScreen = lazyComponent(() => import('#ui/overlay/full-screen.tsx'), 'FullScreen')

/** What the buyer shows; pressed, it is as large as the window. */
export function ReturnPhotos({ photos }: { photos: readonly string[] }) {
  const [open, setOpen] = useState<number>()
  const close = () => setOpen(undefined)
  const nameOf = (i: number) => `Photo ${i + 1} of ${photos.length}`
  return (
    <>
      <ul className="flex flex-wrap gap-2">
        {photos.map((src, i) => (
          <li key={src}>
            <button type="button" className="block" onClick={() => setOpen(i)}>
              <img src={src} alt={nameOf(i)} loading="lazy" className="size-24 object-cover" />
            </button>
          </li>
        ))}
      </ul>
      <LazyOverlay isOpen={open !== undefined} onClose={close}>
        <FullScreen title={nameOf(open ?? 0)} isOpen={open !== undefined} onClose={close}>
          <div className="grid min-h-0 grow place-items-center p-3">
            <img src={photos[open ?? 0]} alt={nameOf(open ?? 0)} className="max-h-full max-w-full" />
          </div>
        </FullScreen>
      </LazyOverlay>
    </>
  )
}
