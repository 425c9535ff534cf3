/** Apart from the contract, whose schemas the browser does not load with a list. */
export const SORTS = ['price-low-high', 'price-high-low', 'name-a-z', 'name-z-a'] as const

export type Sort = (typeof SORTS)[number]

export function isSort(value: unknown): value is Sort {
  return SORTS.includes(value as Sort)
}
