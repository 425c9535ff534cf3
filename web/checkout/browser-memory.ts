/** Some browsers refuse storage for some visitors: the checkout then works but remembers nothing. */
export function recall(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** null removes the value. */
export function remember(key: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Storage refused or full: buying does not depend on it.
  }
}
