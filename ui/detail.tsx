import type { ReactNode } from 'react'

/** A part of a page under a ruled heading. */
export function DetailSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="@container">
      <h2 className="display border-ink border-b-2 pb-3 text-d-xs">{title}</h2>
      {children}
    </section>
  )
}

/** A row of a `dl` in a section: the term is above where text is too large for both. */
export function Detail({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-6 border-line border-b py-3.5 sm:@min-[20rem]:grid-cols-[10rem_minmax(0,1fr)]">
      <dt className="text-ink-mute text-sm">{term}</dt>
      <dd className="tabular font-semibold wrap-anywhere">{children}</dd>
    </div>
  )
}
