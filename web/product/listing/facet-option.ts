import type { FacetValue } from '#shared/contract/product.ts'
import { labelKey } from '#shared/label.ts'

export type FacetOption = {
  value: string
  /** Absent while it is unknown. */
  count: number | undefined
  isSelected: boolean
  isDisabled: boolean
}

/** Somebody may have typed the address: the shop takes values with any capitals. */
const isSame = (value: string, wanted: string) => labelKey(value) === labelKey(wanted)

/**
 * The choices of one filter. A choice that would leave no products cannot be selected, but an active one never disappears:
 * it stays, with a count of 0, so that it can be removed. As long as `values` are unknown, the active ones are all there are.
 */
export function facetOptions(
  values: readonly FacetValue[] | undefined,
  selected: readonly string[],
): FacetOption[] {
  /** Not where capitals are all that two values differ in. */
  const isMeant = (known: string, wanted: string) =>
    known === wanted || (isSame(known, wanted) && !values?.some(({ value }) => value === wanted))
  const missing = selected.filter((value) => !values?.some((known) => isSame(known.value, value)))
  const unlisted = missing.map((value) => ({ value, count: values && 0 }))
  return [...(values ?? []), ...unlisted].map((option) => {
    const isSelected = selected.some((value) => isMeant(option.value, value))
    return { ...option, isSelected, isDisabled: option.count === 0 && !isSelected }
  })
}
