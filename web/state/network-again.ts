const RETRY_MS = 10_000

/** Resolves when the browser reports a network; it may never have noticed the outage, so after a while in any case. */
export function networkAgain(): Promise<void> {
  return new Promise((done) => {
    const end = () => {
      removeEventListener('online', end)
      clearTimeout(timer)
      done()
    }
    const timer = setTimeout(end, RETRY_MS)
    addEventListener('online', end)
  })
}
