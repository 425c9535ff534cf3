/** One product, place or review as it stands in the owner's file, not yet checked. Both file formats end in this form. */
export type Row = {
  file: string
  /** Line of a CSV file, or the item's number in a JSON file, both from 1. */
  number: number
  fields: Record<string, unknown>
}
