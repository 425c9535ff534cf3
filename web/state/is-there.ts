/** Answered whenever the shop is. */
export const SHOP_PATH = '/healthz'

export function isThere(path: string): Promise<boolean> {
  return fetch(path).then(
    (response) => response.ok,
    () => false,
  )
}
