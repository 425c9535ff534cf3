import { BrandPicture, type BrandPictureName } from './brand-picture.tsx'
import { home } from './words.ts'

/** The pictures of the story's blocks, in the same order. */
const LOOKS: { picture: BrandPictureName; className: string }[] = [
  { picture: 'story-1', className: 'md:col-span-5' },
  { picture: 'story-3', className: 'md:col-span-4 md:pt-32' },
  { picture: 'story-2', className: 'md:col-span-3 md:pt-12' },
]

export function Story() {
  return (
    <section aria-labelledby="story" className="page py-16 md:py-28">
      <h2 id="story" className="display max-w-[14ch] text-d-lg">
        {home.story.title}
      </h2>
      <div className="mt-10 grid gap-x-6 gap-y-12 md:mt-16 md:grid-cols-12">
        {LOOKS.map(({ picture, className }, place) => (
          <div key={picture} className={className}>
            <BrandPicture
              name={picture}
              sizes="(min-width: 768px) 40vw, 92vw"
              className="aspect-4/5 w-full"
            />
            <h3 className="display mt-5 text-d-sm">{home.story.blocks[place]?.title}</h3>
            <p className="mt-2 max-w-sm text-ink-soft">{home.story.blocks[place]?.text}</p>
          </div>
        ))}
      </div>
    </section>
  )
}
