/**
 * Extracts the statements that a PostgreSQL client sends from the bytes of its protocol: simple queries (Q) and parse
 * messages (P). `startup` is false if the bytes begin after the startup message, the only one without a type byte.
 */
export function createStatementReader(onStatement: (text: string) => void, startup: boolean) {
  let rest = Buffer.alloc(0)
  let isFirst = startup
  return (piece: Uint8Array): void => {
    rest = Buffer.concat([rest, piece])
    for (;;) {
      const headBytes = isFirst ? 4 : 5
      if (rest.length < headBytes) return
      const endsAt = headBytes - 4 + rest.readInt32BE(headBytes - 4)
      if (rest.length < endsAt) return
      const letter = isFirst ? '' : String.fromCharCode(rest[0] as number)
      const body = rest.subarray(headBytes, endsAt)
      rest = rest.subarray(endsAt)
      isFirst = false
      if (letter === 'Q') onStatement(textAt(body, 0))
      if (letter === 'P') onStatement(textAt(body, body.indexOf(0) + 1))
    }
  }
}

function textAt(body: Buffer, start: number): string {
  return body.toString('utf8', start, body.indexOf(0, start))
}
