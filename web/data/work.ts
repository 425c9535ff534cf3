import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'

/** What a start costs where unpaid holds are unusually many: about a second of arithmetic. Returns the header Proof-Of-Work. */
export async function solveWork(details: unknown): Promise<string> {
  const { challenge } = details as { challenge: Challenge }
  const solution = await solveChallenge({ challenge, deriveKey })
  return btoa(JSON.stringify({ challenge, solution }))
}
