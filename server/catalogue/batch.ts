/** Well below the limit of 65,535 parameters per statement. */
const ROWS_PER_STATEMENT = 1_000

export function* batchesOf<T>(rows: readonly T[], size: number = ROWS_PER_STATEMENT): Generator<T[]> {
  for (let i = 0; i < rows.length; i += size) yield rows.slice(i, i + size)
}
