import { MINUTE_MS } from '#shared/duration.ts'

/** Pieces of a network in the orders that it started: still held unpaid, paid within a day, left unpaid within an hour. */
export type NetworkRecord = { held: number; paid: number; left: number }

/** How many pieces a network may hold unpaid: this part of all pieces, or the least for a small shop. */
const PART_OF_SHOP = 0.005
const ALLOWED_LEAST = 40
/** Of a network that keeps leaving unpaid. */
const ALLOWED_AFTER_LEAVING = 3
/** Each paid piece allows this many more, so that a crowd behind one address is slowed down only at its beginning. */
const ALLOWED_PER_PAID = 4
/** So few pieces left unpaid are nothing unusual. */
const LEFT_USUAL = 6

/** How many pieces a network may hold unpaid. `pieces` is what the shop has, held ones included. */
export function allowedPieces({ paid, left }: NetworkRecord, pieces: number): number {
  const first = Math.max(ALLOWED_LEAST, Math.floor(pieces * PART_OF_SHOP))
  return Math.max(ALLOWED_AFTER_LEAVING, first + ALLOWED_PER_PAID * paid - left)
}

/** Whether a network leaves more unpaid than it pays. */
export function leavesUnpaid({ paid, left }: NetworkRecord): boolean {
  return left >= LEFT_USUAL && left > paid
}

/** Whether unpaid holds are so many that another must cost its browser a second of work. */
export function needsWork(
  network: NetworkRecord,
  { units, pieces, heldByAll }: { units: number; pieces: number; heldByAll: number },
): boolean {
  const isCrowded = network.held + units > allowedPieces(network, pieces) / 2
  return isCrowded || leavesUnpaid(network) || heldByAll > pieces * SHARE_UNUSUAL
}
const SHARE_UNUSUAL = 0.05

/** How long goods are held that nobody else can buy meanwhile, and those of a network that leaves unpaid. */
export const SHORT_HOLD_MS = 10 * MINUTE_MS

/**
 * For so long after goods were left unpaid, the last of them are only for shoppers who have bought before: otherwise a stranger
 * could keep them from everybody by one short hold after the other.
 */
export const LAST_PIECES_REST_MS = 30 * MINUTE_MS
