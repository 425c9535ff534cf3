import { useRef } from 'react'
import { classes } from '#ui/class-name.ts'
import { savingSizes, useIsDrawnSaving } from '#ui/data-saver.ts'

/** Addresses of the files made by scripts/brand-pictures.mjs, by file name: hero-1080.avif. */
const FILES = import.meta.glob<string>('./picture/*', { eager: true, query: '?url', import: 'default' })

const TYPES = { avif: 'image/avif', webp: 'image/webp' } as const

export type BrandPictureName =
  | 'hero'
  | 'hero-portrait'
  | 'promo'
  | `slide-${1 | 2 | 3 | 4}`
  | `story-${1 | 2 | 3}`

/**
 * The window's width, less 1%: at 412 px and a device pixel ratio of 1.75, as on cheap phones, 721 pixels would be
 * requested, and the 1080 file be loaded instead of the 720 one.
 */
export const WINDOW_WIDE = '(min-width: 1600px) 1600px, 99vw'

/** A picture of the brand itself, decorative next to its text. It fills the box that its class name defines. */
export function BrandPicture({
  name,
  narrow,
  sizes,
  isPriority = false,
  className,
}: {
  name: BrandPictureName
  /** Replaces the main picture on windows below 768 px. */
  narrow?: BrandPictureName
  sizes: string
  isPriority?: boolean
  className?: string
}) {
  const image = useRef<HTMLImageElement>(null)
  const drawn = useIsDrawnSaving(image) ? savingSizes(sizes) : sizes
  return (
    <picture>
      {narrow && <Sources name={narrow} sizes={drawn} media="(max-width: 767.9px)" />}
      <Sources name={name} sizes={drawn} />
      <img
        ref={image}
        src={jpeg(name)}
        alt=""
        loading={isPriority ? 'eager' : 'lazy'}
        decoding={isPriority ? 'sync' : 'async'}
        {...(isPriority ? { fetchPriority: 'high' as const } : {})}
        className={classes('object-cover', className)}
      />
    </picture>
  )
}

function Sources({ name, sizes, media }: { name: BrandPictureName; sizes: string; media?: string }) {
  return (['avif', 'webp'] as const).map((format) => (
    <source
      key={format}
      type={TYPES[format]}
      srcSet={srcSet(name, format)}
      sizes={sizes}
      {...(media ? { media } : {})}
    />
  ))
}

/** By name and format, such as hero.avif; computed once, as the home page uses a dozen. */
const CANDIDATES = readCandidates()

function readCandidates(): ReadonlyMap<string, readonly string[]> {
  const candidates = new Map<string, string[]>()
  for (const [file, address] of Object.entries(FILES)) {
    const [, name, width, format] = /\/([\w-]+)-(\d+)\.(\w+)$/.exec(file) ?? []
    const picture = `${name}.${format}`
    candidates.set(picture, [...(candidates.get(picture) ?? []), `${address} ${width}w`])
  }
  return candidates
}

function srcSet(name: BrandPictureName, format: string): string | undefined {
  return CANDIDATES.get(`${name}.${format}`)?.join(', ')
}

function jpeg(name: BrandPictureName): string | undefined {
  return CANDIDATES.get(`${name}.jpg`)?.[0]?.split(' ')[0]
}
