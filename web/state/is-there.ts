import { fetchInTime } from './fetch-in-time.ts'

/** Answered whenever the shop is. */
export const SHOP_PATH = '/healthz'

export function isThere(path: string): Promise<boolean> {
  return fetchInTime(path).then(
    (response) => response.ok,
    () => false,
  )
}
