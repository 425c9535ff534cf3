/** A wait in plain words, rounded up: "1 second", "42 seconds", "3 minutes", "2 hours". */
export function plainWait(seconds: number): string {
  const [amount, unit] =
    seconds < 120
      ? [seconds, 'second']
      : seconds < 7200
        ? [Math.ceil(seconds / 60), 'minute']
        : [Math.ceil(seconds / 3600), 'hour']
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`
}

/** When to try again: "in 42 seconds"; without a number of seconds, "in a little while". */
export function waitWords(seconds: number | undefined): string {
  return seconds === undefined ? 'in a little while' : `in ${plainWait(seconds)}`
}
