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

/** An error (fault) or a warning about the owner's files. `message` is a clause without a full stop. */
export type Finding = {
  file: string
  /** Line of a CSV file, or the item's number in a JSON file, both from 1; null for the file as a whole. */
  row: number | null
  sku: string | null
  field: string | null
  message: string
}

const FILE_ORDER = ['products', 'places', 'reviews']

/** Collects all findings, so that the owner sees them at once. */
export class Findings {
  readonly faults: Finding[] = []
  readonly warnings: Finding[] = []

  fault(row: Row, field: string | null, message: string): void {
    this.faults.push(findingOf(row, field, message))
  }

  warning(row: Row, field: string | null, message: string): void {
    this.warnings.push(findingOf(row, field, message))
  }

  fileFault(file: string, message: string, row: number | null = null): void {
    this.faults.push({ file, row, sku: null, field: null, message })
  }

  fileWarning(file: string, message: string, row: number | null = null): void {
    this.warnings.push({ file, row, sku: null, field: null, message })
  }

  /** Throws an ImportError with all findings if there is any fault. */
  refuseFaults(): void {
    if (this.faults.length > 0) throw new ImportError(inFileOrder(this.faults), inFileOrder(this.warnings))
  }
}

/** The folder has faults and was not imported; nothing was changed. */
export class ImportError extends Error {
  override name = 'ImportError'
  readonly faults: Finding[]
  readonly warnings: Finding[]

  constructor(faults: Finding[], warnings: Finding[]) {
    super(`The catalogue was not imported:\n${faults.map((fault) => `  - ${sentenceOf(fault)}`).join('\n')}`)
    this.faults = faults
    this.warnings = warnings
  }
}

/** "products.csv, line 4 (TEE-01): price is missing." */
export function sentenceOf(finding: Finding): string {
  const { file, row: number } = finding
  const row = number === null ? '' : `, ${whereOf({ file, number })}`
  const sku = finding.sku === null ? '' : ` (${finding.sku})`
  return `${finding.file}${row}${sku}: ${finding.message}.`
}

export function inFileOrder(findings: readonly Finding[]): Finding[] {
  const rank = (finding: Finding) => FILE_ORDER.indexOf(finding.file.slice(0, finding.file.lastIndexOf('.')))
  return findings.toSorted((a, b) => rank(a) - rank(b) || (a.row ?? 0) - (b.row ?? 0))
}

function findingOf(row: Row, field: string | null, message: string): Finding {
  const sku = row.fields.sku
  return {
    file: row.file,
    row: row.number,
    sku: typeof sku === 'string' && sku.trim() !== '' ? sku.trim() : null,
    field,
    message,
  }
}
