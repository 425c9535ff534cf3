export type FacetValue = { value: string; count: number }
export type FacetOption = FacetValue & { isSelected: boolean; isDisabled: boolean }

/**
 * The choices of one filter. A choice that would leave no products cannot be selected, but an active one never disappears:
 * it stays, with a count of 0, so that it can be removed.
 */
export function facetOptions(values: readonly FacetValue[], selected: readonly string[]): FacetOption[] {
  const missing = selected.filter((value) => !values.some((known) => known.value === value))
  return [...values, ...missing.map((value) => ({ value, count: 0 }))].map((option) => {
    const isSelected = selected.includes(option.value)
    return { ...option, isSelected, isDisabled: option.count === 0 && !isSelected }
  })
}
