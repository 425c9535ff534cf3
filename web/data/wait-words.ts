import { plainWait } from '#shared/plain-wait.ts'

/** When to try again: "in 42 seconds"; without a number of seconds, "in a little while". */
export function waitWords(seconds: number | undefined): string {
  return seconds === undefined ? 'in a little while' : `in ${plainWait(seconds)}`
}
