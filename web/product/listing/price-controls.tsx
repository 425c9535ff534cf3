import type { Facets } from '#shared/contract/product.ts'
import { chipLabel, priceChips, sliderEnd } from './price-chip.ts'
import type { PriceDraft, PriceRange } from './price-range.ts'
import { PriceSlider } from './price-slider.tsx'

/** A slider for the price fields, and ranges of one press. */
export function PriceControls({
  draft,
  search,
  prices = { min: 0, max: 0 },
  onMove,
  onCommit,
}: {
  draft: PriceDraft
  search: PriceRange
  prices: Facets['price'] | undefined
  onMove: (range: PriceRange) => void
  onCommit: (range: PriceRange) => void
}) {
  const end = sliderEnd(prices.max)
  /** An end of the slider means no limit. */
  const rangeOf = (from: number, to: number) => ({
    minPrice: from === 0 ? undefined : from,
    maxPrice: to === end ? undefined : to,
  })
  return (
    <>
      <PriceSlider
        from={Math.min(Number(draft.from), end)}
        to={draft.to === '' ? end : Math.min(Number(draft.to), end)}
        end={end}
        onMove={(from, to) => onMove(rangeOf(from, to))}
        onCommit={(from, to) => onCommit(rangeOf(from, to))}
      />
      <div className="flex flex-wrap gap-1.5 pt-3">
        {priceChips(prices.min, prices.max).map((range) => {
          const isChosen = range.minPrice === search.minPrice && range.maxPrice === search.maxPrice
          return (
            <button
              key={chipLabel(range)}
              type="button"
              aria-pressed={isChosen}
              className="choice-tile tabular aria-pressed:chosen"
              onClick={() => onCommit(isChosen ? {} : range)}
            >
              {chipLabel(range)}
            </button>
          )
        })}
      </div>
    </>
  )
}
