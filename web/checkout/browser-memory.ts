/** Some browsers refuse to keep anything for some visitors: the checkout then works, and forgets. */
export function recall(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** null forgets. */
export function remember(key: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Refused or full: nothing that buying needs depends on it.
  }
}
