import { type RefObject, Suspense, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Facets } from '#shared/contract/product.ts'
import { PRICE_FILTER_MAX_NAIRA, PRICE_FILTER_STEP_NAIRA } from '#shared/limits.ts'
import type { ProductSearch } from '#shared/product-search.ts'
import { TextInput } from '#ui/form/control.tsx'
import { Awaited, lazyComponent } from '#ui/lazy-component.ts'
import { useIsSeen } from '#ui/use-is-seen.ts'
import { isReversed, type PriceRange, readPriceRange } from './price-range.ts'

export const loadPriceControls = () => import('./price-controls.tsx')
const PriceControls = lazyComponent(loadPriceControls, 'PriceControls')

const FIELD = {
  type: 'number',
  inputMode: 'numeric',
  min: 0,
  max: PRICE_FILTER_MAX_NAIRA,
  step: PRICE_FILTER_STEP_NAIRA,
  className: 'tabular',
} as const

const ENDS = [
  { end: 'from', label: 'From ₦', name: 'minPrice', placeholder: '0' },
  { end: 'to', label: 'To ₦', name: 'maxPrice', placeholder: String(PRICE_FILTER_MAX_NAIRA) },
] as const

/** A pause in typing, in a field that may be left as it is. */
const TYPING_RESTS_MS = 1_200

/**
 * Two fields that work without script, a slider for them that is loaded when on screen, and ranges of one press. What is typed applies
 * once both fields rest; until then the address does not change them, and from then on they show what it says.
 */
export function PriceFilter({
  search,
  prices,
}: {
  search: ProductSearch
  prices: Facets['price'] | undefined
}) {
  const id = useId()
  const fields = useRef<HTMLDivElement>(null)
  const { draft, move, isTyped, type, apply } = usePriceDraft(search, fields)
  const [controls, isSeen] = useIsSeen<HTMLDivElement>()
  return (
    <div ref={fields} className="grid gap-3">
      <div className="grid grid-cols-2 gap-2">
        {ENDS.map(({ end, label, name, placeholder }) => (
          <label key={end} htmlFor={`${id}-${end}`} className="grid gap-1">
            <span className="text-ink-mute text-xs">{label}</span>
            <TextInput
              {...FIELD}
              id={`${id}-${end}`}
              name={name}
              placeholder={placeholder}
              value={draft[end]}
              onChange={(event) => type({ ...draft, [end]: event.currentTarget.value })}
              onBlur={({ relatedTarget }) => {
                const isInOther = relatedTarget instanceof Node && fields.current?.contains(relatedTarget)
                if (isTyped && !isInOther) apply(readPriceRange(draft.from, draft.to))
              }}
            />
          </label>
        ))}
      </div>
      <div ref={controls} className="min-h-38 noscript:hidden">
        {isSeen && (
          <Suspense fallback={<Awaited />}>
            <PriceControls draft={draft} search={search} prices={prices} onMove={move} onCommit={apply} />
          </Suspense>
        )}
      </div>
    </div>
  )
}

function usePriceDraft(search: PriceRange, fields: RefObject<HTMLDivElement | null>) {
  const { minPrice, maxPrice } = search
  const [draft, setDraft] = useState(() => draftOf(search))
  /** Typed, and not applied yet. */
  const [isTyped, setIsTyped] = useState(false)
  const applied = JSON.stringify(search)
  const [shown, setShown] = useState(applied)
  if (shown !== applied && !isTyped) {
    setShown(applied)
    setDraft(draftOf(search))
  }
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(resting.current), [])
  const apply = (range: PriceRange) => {
    clearTimeout(resting.current)
    // The form is read from the DOM: the fields must hold the values first. They may mean what is applied already: then no new list
    // corrects them.
    flushSync(() => {
      setDraft(draftOf(range))
      setIsTyped(false)
    })
    if (range.minPrice !== minPrice || range.maxPrice !== maxPrice)
      fields.current?.closest('form')?.requestSubmit()
  }
  const type = (next: typeof draft) => {
    clearTimeout(resting.current)
    setDraft(next)
    setIsTyped(true)
    if (!isReversed(next.from, next.to))
      resting.current = setTimeout(() => apply(readPriceRange(next.from, next.to)), TYPING_RESTS_MS)
  }
  return { draft, move: (range: PriceRange) => setDraft(draftOf(range)), isTyped, type, apply }
}

const textOf = (price: number | undefined) => (price === undefined ? '' : String(price))

function draftOf({ minPrice, maxPrice }: PriceRange) {
  return { from: textOf(minPrice), to: textOf(maxPrice) }
}
