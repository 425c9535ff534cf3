/** The statements that the shop ran for one request, in order. */
export type Recording = { path: string; statements: RecordedStatement[] }

export type RecordedStatement = {
  text: string
  /** The name of a prepared statement. */
  name?: string
  values: unknown[]
}
