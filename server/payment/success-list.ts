import type { PaymentProvider } from './provider.ts'

const PAGES_MAX = 1_000

/** The provider's list broke off; what came before it is whole. */
export class ProviderAway extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ProviderAway'
  }
}

/** The references of all successes started in a span of time, ours and others'. Throws ProviderAway where the list breaks off. */
export async function* successesOf(
  provider: Pick<PaymentProvider, 'listSuccesses'>,
  span: { from: Date; to: Date },
): AsyncGenerator<string> {
  for (let page = 1; page <= PAGES_MAX; page++) {
    const listed = await provider.listSuccesses({ ...span, page })
    if (listed.kind === 'unreachable') throw new ProviderAway(listed.message)
    yield* listed.references
    if (listed.isLast) return
  }
  throw new ProviderAway(`the list has more than ${PAGES_MAX} pages`)
}
