import type { Dependencies } from '#server/dependencies.ts'
import { logName } from '#server/http/keyed-hash.ts'
import { ShopError } from '#shared/errors.ts'

/**
 * Returns a function that awaits the work of an account route and logs its outcome. The account is identified by a keyed
 * hash of its address, whether or not it exists.
 */
export function createOutcomeLog({ log, settings }: Pick<Dependencies, 'log' | 'settings'>) {
  return async <T>(call: string, email: string, work: Promise<T>): Promise<T> => {
    const logOutcome = (outcome: string) =>
      log.info({ call, outcome, account: logName(settings.appSecret, email) }, 'account call')
    try {
      const done = await work
      logOutcome('DONE')
      return done
    } catch (error) {
      logOutcome(error instanceof ShopError ? error.code : 'FAILED')
      throw error
    }
  }
}
