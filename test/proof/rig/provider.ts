import type { Fault } from '#sandbox/sandbox.ts'
import type { ProviderLedger } from '#test/support/provider-ledger.ts'
import { type Child, spawnChild } from './child.ts'

export const PROVIDER_KEY = 'sk_test_of_the_proofs'

/** The provider's process; a proof acts as payers and banks, and injects faults. */
export type Provider = Pick<Child, 'tell' | 'kill'> & {
  port: number
  ledger: () => Promise<ProviderLedger>
  setFault: (fault: Fault) => Promise<void>
  clearFaults: () => Promise<void>
  /** The payer pays, is declined, …; a success sends its event. */
  turn: (reference: string, status: 'success' | 'failed' | 'ongoing') => Promise<void>
  /** Resends an event about a payment. */
  sendEvent: (reference: string, event: string) => Promise<void>
}

export async function openProviderProcess(webhookUrl: string): Promise<Provider> {
  const child = spawnChild('test/proof/rig/provider-process.ts', { PROVIDER_KEY, WEBHOOK_URL: webhookUrl })
  const port = await child.until((message) =>
    typeof message === 'object' && message.kind === 'listening' ? message.port : undefined,
  )
  const ask = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { authorization: `Bearer ${PROVIDER_KEY}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const json = (await response.json()) as { data: unknown; message: string }
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${json.message}`)
    return json.data
  }
  return {
    port,
    tell: child.tell,
    kill: child.kill,
    ledger: async () => (await ask('GET', '/__ledger')) as ProviderLedger,
    setFault: async (fault) => void (await ask('POST', '/__faults', fault)),
    clearFaults: async () => void (await ask('DELETE', '/__faults')),
    turn: async (reference, status) => void (await ask('POST', '/__advance', { reference, status })),
    sendEvent: async (reference, event) => void (await ask('POST', '/__event', { reference, event })),
  }
}
