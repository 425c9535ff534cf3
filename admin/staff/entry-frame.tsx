import type { ReactNode } from 'react'
import { Brand } from '#admin/chrome/brand.tsx'

/** Before sign-in: the label's name and one quiet column. */
export function EntryFrame({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  return (
    <div className="grid min-h-svh lg:grid-cols-2">
      <header className="on-ink flex flex-col justify-between gap-6 bg-ink px-(--spacing-gutter) py-6 text-paper lg:py-12">
        <p className="display text-d-xs">
          <Brand /> <span className="text-on-ink-mute">Admin</span>
        </p>
        <div>
          <h1 className="display text-d-md">{title}</h1>
          {lead && <p className="mt-3 max-w-md text-on-ink-mute text-sm lg:text-lg">{lead}</p>}
        </div>
      </header>
      <main
        tabIndex={-1}
        className="outline-none grid content-start px-(--spacing-gutter) py-8 lg:content-center lg:justify-items-center lg:py-16"
      >
        <div className="grid w-full max-w-form gap-6">{children}</div>
      </main>
    </div>
  )
}
