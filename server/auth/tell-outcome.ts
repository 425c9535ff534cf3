import type { Dependencies } from '#server/dependencies.ts'
import { logName } from '#server/keyed-hash.ts'
import { ShopError } from '#shared/errors.ts'

/**
 * Answers a function that does the work of a call about an account and writes into the log what came of it. The account is
 * named by a keyed hash of its address, whether or not there is one.
 */
export function createOutcomeTeller({ log, settings }: Pick<Dependencies, 'log' | 'settings'>) {
  return async <T>(call: string, email: string, work: Promise<T>): Promise<T> => {
    const tell = (outcome: string) =>
      log.info({ call, outcome, account: logName(settings.appSecret, email) }, 'account call')
    try {
      const done = await work
      tell('DONE')
      return done
    } catch (error) {
      tell(error instanceof ShopError ? error.code : 'FAILED')
      throw error
    }
  }
}
