/** When to try again, as it is said: "in 1 second", "in 42 seconds", "in 3 minutes". */
export function waitWords(seconds: number | undefined): string {
  if (seconds === undefined) return 'in a little while'
  if (seconds < 60) return `in ${seconds} second${seconds === 1 ? '' : 's'}`
  const minutes = Math.ceil(seconds / 60)
  return `in ${minutes} minute${minutes === 1 ? '' : 's'}`
}
