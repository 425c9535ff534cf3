import { type Dispatch, type SetStateAction, useEffect, useRef } from 'react'
import { RETURN_PHOTOS_MAX } from '#shared/limits.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast/toast.ts'

const SIDE_MAX_PX = 1600
/** So that it arrives within half a minute at 100 kbit/s, which is as long as the shop waits for it. */
const BYTES_MAX = 300_000
const QUALITIES = [0.8, 0.6, 0.4]

/** A photo that goes along, as it is sent, and where the browser shows it. */
export type ChosenPhoto = { blob: Blob; url: string }

/** Photos of what comes back, taken now or chosen. They are made smaller here, before they are sent. */
export function ReturnPhotos({
  photos,
  isFixed,
  isBusy,
  onBusy,
  onChange,
}: {
  photos: readonly ChosenPhoto[]
  /** They are being sent. */
  isFixed: boolean
  /** Some are being made smaller, and are not among `photos` yet. */
  isBusy: boolean
  onBusy: (isBusy: boolean) => void
  onChange: Dispatch<SetStateAction<readonly ChosenPhoto[]>>
}) {
  const input = useRef<HTMLInputElement>(null)
  const shown = useRef(photos)
  shown.current = photos
  useEffect(() => () => shown.current.forEach(({ url }) => void URL.revokeObjectURL(url)), [])
  const add = async (files: readonly File[]) => {
    onBusy(true)
    const room = RETURN_PHOTOS_MAX - photos.length
    const scaled = await Promise.allSettled(files.slice(0, room).map(scalePhoto))
    const read = scaled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    const added = read.map((blob) => ({ blob, url: URL.createObjectURL(blob) }))
    onBusy(false)
    // Others may have been removed meanwhile.
    onChange((now) => [...now, ...added])
    if (read.length < files.length)
      toast({
        title: 'Not all photos were added',
        description:
          files.length > room ? `Up to ${RETURN_PHOTOS_MAX} go along.` : 'One could not be read as a photo.',
        tone: 'destructive',
      })
  }
  const remove = (photo: ChosenPhoto) => {
    URL.revokeObjectURL(photo.url)
    onChange((now) => now.filter((each) => each !== photo))
  }
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="label mb-1.5 text-2xs">
        Photos
        <span className="font-normal [letter-spacing:0] text-ink-mute normal-case"> (optional)</span>
      </legend>
      {photos.length > 0 && (
        <ul className="flex flex-wrap gap-3">
          {photos.map((photo, i) => (
            <li key={photo.url} className="grid justify-items-center gap-1">
              <img src={photo.url} alt={`Yours, number ${i + 1}`} className="size-24 object-cover" />
              <Button
                variant="ghost"
                size="sm"
                aria-label={`Remove photo ${i + 1}`}
                disabled={isFixed}
                onClick={() => remove(photo)}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      {photos.length < RETURN_PHOTOS_MAX && (
        <Button
          variant="secondary"
          size="sm"
          className="justify-self-start"
          isBusy={isBusy}
          disabled={isFixed}
          onClick={() => input.current?.click()}
        >
          Add Photo
        </Button>
      )}
      <input
        ref={input}
        type="file"
        accept="image/*"
        multiple
        hidden
        aria-label="Photos"
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])]
          // The same file may be chosen again after it was removed.
          event.currentTarget.value = ''
          if (files.length > 0) void add(files)
        }}
      />
    </fieldset>
  )
}

/** A photo of a phone as a JPEG that a slow line carries: upright and smaller. Throws if the browser cannot read it. */
async function scalePhoto(file: Blob): Promise<Blob> {
  const image = await createImageBitmap(file)
  const scale = Math.min(1, SIDE_MAX_PX / Math.max(image.width, image.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(image.width * scale)
  canvas.height = Math.round(image.height * scale)
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  image.close()
  let scaled: Blob | null = null
  for (const quality of QUALITIES) {
    scaled = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', quality))
    if (scaled !== null && scaled.size <= BYTES_MAX) break
  }
  if (scaled === null) throw new Error('The photo could not be drawn')
  return scaled
}
