/** One product, place or review from the owner's file, unchecked. Both file formats are read into this form. */
export type Row = {
  file: string
  /** Line of a CSV file, or the item's number in a JSON file, both from 1. */
  number: number
  fields: Record<string, unknown>
}
