import { home } from './words.ts'

export function Trust() {
  return (
    <section data-step="3" aria-label="Our promises" className="border-ink border-t">
      <ul className="page grid sm:grid-cols-2 lg:grid-cols-4">
        {home.promises.map(({ title, text }) => (
          <li
            key={title}
            className="border-line border-b py-8 sm:row-span-3 sm:grid sm:grid-rows-subgrid sm:odd:border-r sm:odd:pr-6 sm:even:pl-6 lg:border-r lg:border-b-0 lg:px-6 lg:py-14 lg:first:pl-0 lg:last:border-r-0 lg:last:pr-0"
          >
            <span aria-hidden="true" className="display text-accent text-d-md">
              +
            </span>
            <h3 className="display mt-2 text-d-xs lg:text-[clamp(1.125rem,1.75vw,1.75rem)]">{title}</h3>
            <p className="mt-3 max-w-sm text-ink-soft text-sm">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
