import { ANSWERS_ID } from './carried-answers.ts'

/**
 * What the API returned for this page, as a block of data: smaller, and faster to write and to read, than the router's own
 * serialization, which would be a script. The server writes it when all else is rendered, and in the browser it stays as it is.
 */
export function CarriedAnswers() {
  return <script type="application/json" id={ANSWERS_ID} suppressHydrationWarning />
}
