import type { ReactNode } from 'react'
import { Icon } from '#ui/icon.tsx'

/** One filter of the panel; it can be collapsed without script. */
export function FilterSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details open className="group/section border-line border-t">
      <summary className="label flex min-h-12 list-none items-center justify-between text-xs [&::-webkit-details-marker]:hidden">
        {title}
        <Icon name="chevron-down" className="size-4 transition-transform group-open/section:rotate-180" />
      </summary>
      <fieldset className="pb-5">
        <legend className="sr-only">{title}</legend>
        {children}
      </fieldset>
    </details>
  )
}
