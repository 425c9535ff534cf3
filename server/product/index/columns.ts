type Column = Float64Array | Uint32Array | Uint16Array

const FIRST_ROOM = 1_024

/** The column with room for this ordinal, itself or a larger copy. */
export function withRoomFor<T extends Column>(column: T, ordinal: number): T {
  if (ordinal < column.length) return column
  const Kind = column.constructor as new (length: number) => T
  const grown = new Kind(Math.max(FIRST_ROOM, Math.ceil((ordinal + 1) * 1.1)))
  grown.set(column)
  return grown
}
