import { Suspense, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { PRICE_FILTER_MAX_NAIRA, PRICE_FILTER_STEP_NAIRA } from '#shared/limits.ts'
import { TextInput } from '#ui/form/control.tsx'
import { Awaited, lazyComponent } from '#ui/lazy-component.ts'
import { useIsSeen } from '#ui/use-is-seen.ts'
import { readPriceRange } from './price-range.ts'

const PriceSlider = lazyComponent(() => import('./price-slider.tsx'), 'PriceSlider')

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

type Limits = { minPrice: number | undefined; maxPrice: number | undefined }

/** Two fields that work without script, and a slider for them that is loaded when on screen. */
export function PriceFilter({ minPrice, maxPrice }: Limits) {
  const id = useId()
  const [draft, setDraft] = useState(() => draftOf({ minPrice, maxPrice }))
  const [committed, setCommitted] = useState({ minPrice, maxPrice })
  if (committed.minPrice !== minPrice || committed.maxPrice !== maxPrice) {
    setCommitted({ minPrice, maxPrice })
    setDraft(draftOf({ minPrice, maxPrice }))
  }
  const [slider, isSeen] = useIsSeen<HTMLDivElement>()
  const commitChange = (input: HTMLInputElement) => {
    const range = readPriceRange(draft.from, draft.to)
    // The typed text may mean the range that is applied already: then no new list corrects the fields.
    setDraft(draftOf(range))
    if (range.minPrice !== minPrice || range.maxPrice !== maxPrice) input.form?.requestSubmit()
  }
  return (
    <div className="grid gap-3">
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
              onChange={(event) => setDraft({ ...draft, [end]: event.currentTarget.value })}
              onBlur={(event) => commitChange(event.currentTarget)}
            />
          </label>
        ))}
      </div>
      <div ref={slider} className="h-11 noscript:hidden">
        {isSeen && (
          <Suspense fallback={<Awaited />}>
            <PriceSlider
              from={draft.from === '' ? 0 : Number(draft.from)}
              to={draft.to === '' ? PRICE_FILTER_MAX_NAIRA : Number(draft.to)}
              onMove={(from, to) => setDraft(draftOfHandles(from, to))}
              onCommit={(from, to) => {
                // The form is read from the DOM: the fields must hold the handles' values first.
                flushSync(() => setDraft(draftOfHandles(from, to)))
                slider.current?.closest('form')?.requestSubmit()
              }}
            />
          </Suspense>
        )}
      </div>
    </div>
  )
}

function textOf(price: number | undefined): string {
  return price === undefined ? '' : String(price)
}

function draftOf({ minPrice, maxPrice }: Limits) {
  return { from: textOf(minPrice), to: textOf(maxPrice) }
}

/** An end of the slider means no limit: its field is left empty. */
function draftOfHandles(from: number, to: number) {
  return draftOf({
    minPrice: from === 0 ? undefined : from,
    maxPrice: to === PRICE_FILTER_MAX_NAIRA ? undefined : to,
  })
}
