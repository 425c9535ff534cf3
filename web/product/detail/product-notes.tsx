import { Link } from '@tanstack/react-router'
import { words } from '#pages/words.ts'
import type { Product } from '#shared/contract/product.ts'
import { PRODUCT_NOTES } from '#shared/product-note.ts'
import { Icon } from '#ui/icon.tsx'

const TITLE = {
  fabric: 'Fabric',
  fit: 'Fit',
  care: 'Care',
  returns: 'Returns',
  arrival: 'Arrival',
} as const satisfies Record<(typeof PRODUCT_NOTES)[number], string>

/** The pages that tell more. */
const MORE: Partial<Record<keyof typeof TITLE, { name: string; label: string }>> = {
  returns: { name: 'returns', label: 'All about returns' },
  arrival: { name: 'delivery', label: 'All about delivery' },
}

/** What is told of a product section by section; where a product tells nothing of returns and arrival, what holds for all. */
export function ProductNotes({ product }: { product: Product }) {
  const told: Partial<Record<keyof typeof TITLE, string>> = product.retired ? {} : words
  const sections = PRODUCT_NOTES.map((note) => [note, product[note] || (told[note] ?? '')] as const)
  return (
    <div className="border-line border-t empty:hidden">
      {sections
        .filter(([, text]) => text !== '')
        .map(([note, text]) => (
          <details key={note} className="group/note border-line border-b">
            <summary className="label flex min-h-12 list-none items-center justify-between gap-4 text-xs hover:text-accent-text [&::-webkit-details-marker]:hidden">
              {TITLE[note]}
              <Icon name="chevron-down" className="size-4 transition-transform group-open/note:rotate-180" />
            </summary>
            <p className="max-w-read whitespace-pre-line pb-5 text-ink-soft text-sm">{text}</p>
            {MORE[note] && (
              <Link
                to="/pages/$name"
                params={{ name: MORE[note].name }}
                className="link -mt-3 mb-3 inline-flex min-h-11 items-center text-sm"
              >
                {MORE[note].label}
              </Link>
            )}
          </details>
        ))}
    </div>
  )
}
