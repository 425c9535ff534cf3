import { fetchInTime, isAnswer } from './fetch-in-time.ts'

/** Answered whenever the shop is. */
export const SHOP_PATH = '/healthz'

/** Whether the shop has an answer for this path, even if only that what was there is gone. */
export function isThere(path: string): Promise<boolean> {
  return fetchInTime(path).then(isAnswer, () => false)
}
