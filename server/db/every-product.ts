/** Stands for every product: in notifications of changes (migration 0004), and for what lists, totals and searches show. */
export const EVERY_PRODUCT = '*'
