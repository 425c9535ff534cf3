import { Link } from '@tanstack/react-router'
import type { TextPage as Page } from '#shared/contract/text-page.ts'
import { HELP_PAGES } from '#shared/help-page.ts'
import { shop } from '#shop.config'
import { buttonClass } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { SOCIAL } from '#ui/social-shape.ts'
import { whatsappUrl } from '#web/whatsapp.ts'
import { TextBlocks } from './text-blocks.tsx'

/** A page of the owner's words, with the others next to it, on phones below. */
export function TextPage({ page }: { page: Page }) {
  return (
    <>
      <h1 className="display break-words border-ink border-b-2 pb-6 text-d-lg">{page.title}</h1>
      <div className="grid grid-cols-1 gap-x-16 gap-y-12 lg:grid-cols-[15rem_minmax(0,1fr)]">
        <div>
          <TextBlocks blocks={page.blocks} />
          <Question title={page.title} />
        </div>
        <Others />
      </div>
    </>
  )
}

function Question({ title }: { title: string }) {
  return (
    <section
      aria-labelledby="question"
      className="mt-14 grid max-w-read justify-items-start gap-5 border-ink border-t-2 pt-6 print:hidden"
    >
      <h2 id="question" className="display text-d-sm">
        Questions?
      </h2>
      <a
        href={whatsappUrl(`Hello ${shop.brand}, about ${title}: `)}
        target="_blank"
        rel="noopener noreferrer"
        className={buttonClass({ size: 'lg' })}
      >
        <Icon name={SOCIAL.whatsapp} />
        WhatsApp us
        <span className="sr-only">(opens a new tab)</span>
      </a>
    </section>
  )
}

function Others() {
  return (
    <nav aria-label="Pages" className="lg:order-first lg:pt-8">
      <ul className="ruled border-line border-y lg:sticky lg:top-28">
        {HELP_PAGES.map(({ id, label }) => (
          <li key={id}>
            <Link
              to="/pages/$name"
              params={{ name: id }}
              className="label flex min-h-12 items-center justify-between gap-10 text-xs hover:text-accent-text aria-[current]:text-accent-text"
            >
              {label}
              <Icon name="arrow-right" className="size-4" />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
