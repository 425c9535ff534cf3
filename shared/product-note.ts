/** What a product's page tells in sections of their own, in their order. */
export const PRODUCT_NOTES = ['fabric', 'fit', 'care', 'returns', 'arrival'] as const
export type ProductNotes = Record<(typeof PRODUCT_NOTES)[number], string>
