/** Takes the bytes that a PostgreSQL client sends, in order; returns the statements that it begins with them. */
export type StatementReader = (piece: Uint8Array) => string[]

/**
 * Reads simple queries (Q), parse messages (P) and, for a statement that was prepared earlier, bind messages (B). `startup`
 * is false if the bytes begin after the startup message, the only one without a type byte.
 */
export function createStatementReader(startup: boolean): StatementReader {
  const prepared = new Map<string, string>()
  let rest = Buffer.alloc(0)
  let isFirst = startup
  return (piece) => {
    const begun: string[] = []
    rest = Buffer.concat([rest, piece])
    for (;;) {
      const headBytes = isFirst ? 4 : 5
      if (rest.length < headBytes) return begun
      const endsAt = headBytes - 4 + rest.readInt32BE(headBytes - 4)
      if (rest.length < endsAt) return begun
      const letter = isFirst ? '' : String.fromCharCode(rest[0] as number)
      const body = rest.subarray(headBytes, endsAt)
      rest = rest.subarray(endsAt)
      isFirst = false
      if (letter === 'Q') begun.push(textAt(body, 0))
      if (letter === 'P') {
        const name = textAt(body, 0)
        const text = textAt(body, body.indexOf(0) + 1)
        if (name === '') begun.push(text)
        else prepared.set(name, text)
      }
      if (letter === 'B') {
        const name = textAt(body, body.indexOf(0) + 1)
        if (name !== '') begun.push(prepared.get(name) ?? '')
      }
    }
  }
}

function textAt(body: Buffer, start: number): string {
  return body.toString('utf8', start, body.indexOf(0, start))
}
