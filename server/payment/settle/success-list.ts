import type { PaymentProvider } from '../provider.ts'

/** A list that never ends must not be read forever. */
const PAGES_MAX = 10_000

/** The provider's list could not be read to its end; what was yielded before is valid. */
export class ProviderAwayError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ProviderAwayError'
  }
}

/** The references of all successes started in a time span, ours or not. Throws ProviderAwayError if the list breaks off. */
export async function* successesOf(
  provider: Pick<PaymentProvider, 'listSuccesses'>,
  span: { from: Date; to: Date },
): AsyncGenerator<string> {
  for (let page = 1; page <= PAGES_MAX; page++) {
    const listed = await provider.listSuccesses({ ...span, page })
    if (listed.kind === 'unreachable') throw new ProviderAwayError(listed.message)
    yield* listed.references
    if (listed.isLast) return
  }
  throw new ProviderAwayError(`the list has more than ${PAGES_MAX} pages`)
}
