/**
 * Reads rows by id; the result contains those that exist. `whole`: those of the ids of which more is read than of the
 * others. A row may be whole because another caller wanted it so.
 */
export type BatchedReads<Row> = (
  ids: readonly string[],
  whole?: readonly string[],
) => Promise<ReadonlyMap<string, Row>>

type Batch<Row> = {
  ids: Set<string>
  whole: Set<string>
  rows: Promise<ReadonlyMap<string, Row>>
  send: () => void
}

/** A larger statement would keep one process of the database busy while the others have nothing to do. */
const SENT_FROM_IDS = 100

/**
 * Combines what is asked for in the same turn of the event loop into one statement: the busier the process, the fewer
 * statements a read costs. Nobody joins a statement that was already sent, so a row is never older than the call.
 * `read` runs in the context of the first caller; if it rejects, all calls of its batch do.
 */
export function batchReads<Row extends { id: string }>(
  read: (ids: string[], whole: string[]) => Promise<Row[]>,
): BatchedReads<Row> {
  let gathering: Batch<Row> | undefined

  async function readRows(
    ids: ReadonlySet<string>,
    whole: ReadonlySet<string>,
  ): Promise<ReadonlyMap<string, Row>> {
    const rows = await read([...ids], [...whole])
    return new Map(rows.map((row) => [row.id, row]))
  }

  function begin(): Batch<Row> {
    const { promise, resolve } = Promise.withResolvers<ReadonlyMap<string, Row>>()
    const ids = new Set<string>()
    const whole = new Set<string>()
    const send = () => {
      if (gathering !== batch) return
      gathering = undefined
      resolve(readRows(ids, whole))
    }
    const batch = { ids, whole, rows: promise, send }
    setImmediate(send)
    return batch
  }

  return async (asked, askedWhole = []) => {
    if (asked.length === 0) return new Map()
    gathering ??= begin()
    const { ids, whole, rows, send } = gathering
    for (const id of asked) ids.add(id)
    for (const id of askedWhole) whole.add(id)
    if (ids.size >= SENT_FROM_IDS) send()
    return rows
  }
}
