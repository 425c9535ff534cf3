/** One product, place or review from the owner's file, unchecked. Both file formats are read into this form. */
export type Row = {
  file: string
  /** Line of a CSV file, or the item's number in a JSON file, both from 1. */
  number: number
  fields: Record<string, unknown>
}

/** "line 4" or "item 4", as its file is read. */
export function whereOf({ file, number }: { file: string; number: number }): string {
  return `${file.endsWith('.csv') ? 'line' : 'item'} ${number}`
}
