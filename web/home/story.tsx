import { BrandPicture, type BrandPictureName } from './brand-picture.tsx'

const BLOCKS: { picture: BrandPictureName; title: string; text: string; className: string }[] = [
  {
    picture: 'story-1',
    title: 'Heavier cotton',
    text: 'Combed and pre-washed, so a tee hangs straight on the hottest bus and is still black after fifty washes.',
    className: 'md:col-span-5',
  },
  {
    picture: 'story-3',
    title: 'Better prints',
    text: 'Screens and ink, pulled by hand in Lagos. What the street says, set so large that the street can read it.',
    className: 'md:col-span-4 md:pt-32',
  },
  {
    picture: 'story-2',
    title: 'One more pocket',
    text: 'Ask any trader for jara. We sew ours in.',
    className: 'md:col-span-3 md:pt-12',
  },
]

export function Story() {
  return (
    <section aria-labelledby="story" className="page py-16 md:py-28">
      <h2 id="story" className="display max-w-[14ch] text-d-lg">
        Jara is the extra you did not pay for
      </h2>
      <div className="mt-10 grid gap-x-6 gap-y-12 md:mt-16 md:grid-cols-12">
        {BLOCKS.map(({ picture, title, text, className }) => (
          <div key={picture} className={className}>
            <BrandPicture
              name={picture}
              sizes="(min-width: 768px) 40vw, 92vw"
              className="aspect-4/5 w-full"
            />
            <h3 className="display mt-5 text-d-sm">{title}</h3>
            <p className="mt-2 max-w-sm text-ink-soft">{text}</p>
          </div>
        ))}
      </div>
    </section>
  )
}
