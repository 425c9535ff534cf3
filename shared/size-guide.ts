import guide from './data/size-guide.json' with { type: 'json' }

/**
 * The owner's description of how a category is cut: data/size-guide.json. Measures are of the garment, in centimetres.
 */
type CategoryGuide = {
  measures: readonly string[]
  how: string
  fit: string
  between: string
  sizes: Readonly<Record<string, readonly number[]>>
}

export type SizeGuide = Omit<CategoryGuide, 'sizes'> & { rows: { size: string; cm: readonly number[] }[] }

const BY_CATEGORY: ReadonlyMap<string, CategoryGuide> = new Map(Object.entries(guide))

/** How every category is cut that the owner has described. */
export function listSizeGuides(): (SizeGuide & { category: string })[] {
  return [...BY_CATEGORY].map(([category, { sizes, ...rest }]) => ({
    category,
    ...rest,
    rows: Object.entries(sizes).map(([size, cm]) => ({ size, cm })),
  }))
}

/** The measures of the sizes that a product comes in; undefined if the owner has given none. */
export function findSizeGuide(product: {
  category: string
  sizes: readonly string[]
}): SizeGuide | undefined {
  const category = BY_CATEGORY.get(product.category)
  if (category === undefined) return undefined
  const { sizes, ...rest } = category
  const rows = product.sizes.flatMap((size) => {
    const cm = Object.hasOwn(sizes, size) ? sizes[size] : undefined
    return cm === undefined ? [] : [{ size, cm }]
  })
  return rows.length === 0 ? undefined : { ...rest, rows }
}

const CM_PER_INCH = 2.54

/** Rounded to the half inch, as on a tape measure. */
export function inchesOf(cm: number): number {
  return Math.round((cm / CM_PER_INCH) * 2) / 2
}
