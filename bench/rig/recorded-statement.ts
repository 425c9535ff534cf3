/** The statements that the shop ran for one request, in order. */
export type Recording = { path: string; statements: RecordedStatement[] }

export type RecordedStatement = {
  text: string
  values: unknown[]
}
