import { isIPv6 } from 'node:net'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { createLedger, type Refund, type Transaction } from '#sandbox/ledger.ts'
import { createSandbox } from '#sandbox/sandbox.ts'
import { shop } from '#shop.config'
import type { Connection, Database } from './db/connection.ts'
import { storedSecret } from './db/stored-secret.ts'
import type { Dependencies } from './dependencies.ts'
import type { Env } from './env.ts'
import { createPaystack } from './payment/paystack/paystack.ts'
import type { PaymentProvider } from './payment/provider.ts'

/** Paystack if a key is configured; otherwise this shop's own sandbox, reached over HTTP like the real provider. */
export async function connectProvider(
  env: Env,
  db: Database,
  at: { publicUrl: string; port: number },
): Promise<PaymentProvider> {
  if (env.paystack) {
    const { secretKey, previousSecretKey, url } = env.paystack
    return createPaystack({
      secretKey,
      baseUrl: url,
      ...(previousSecretKey === undefined ? {} : { previousSecretKey }),
    })
  }
  return createPaystack({
    secretKey: await sandboxKey(db),
    baseUrl: sandboxAddress(env, at.port),
    sandboxOrigin: at.publicUrl,
  })
}

const EVERY_ADDRESS = new Set(['0.0.0.0', '::'])

/** The address at which this process can reach itself. */
function ownAddress({ host }: Pick<Env, 'host'>, port: number): string {
  if (EVERY_ADDRESS.has(host)) return `http://127.0.0.1:${port}`
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`
}

/** Where the shop that listens on this port serves its sandbox, as reached from the same machine. */
export const sandboxAddress = (env: Pick<Env, 'host'>, port: number) => `${ownAddress(env, port)}/sandbox`

const sandboxKey = async (db: Database) => `sk_test_${await storedSecret(db, 'sandbox_key')}`

const sandboxFolder = (dataDir: string) => join(dataDir, 'sandbox')

export { feesKobo as sandboxFeesKobo } from '#sandbox/charge.ts'
export type { Refund as SandboxRefund, Transaction as SandboxTransaction } from '#sandbox/ledger.ts'

/** Enters payments of the past in the sandbox's ledger, before it opens. */
export function enterInSandbox(
  dataDir: string,
  past: { transactions: readonly Transaction[]; refunds: readonly Refund[] },
): void {
  const ledger = createLedger(sandboxFolder(dataDir))
  for (const transaction of past.transactions) ledger.saveTransaction(transaction)
  for (const refund of past.refunds) ledger.saveRefund(refund)
}

type OpenProvider = Pick<Dependencies, 'provider' | 'sandbox'> & { close: () => Promise<void> }

/** The payment provider, plus the sandbox's own app where the sandbox stands in for Paystack. */
export async function openProvider(
  env: Env,
  connection: Connection,
  at: { dataDir: string; publicUrl: string; port: number; log: Logger },
): Promise<OpenProvider> {
  const provider = await connectProvider(env, connection.db, at)
  if (env.paystack) return { provider, close: async () => {} }
  const sandbox = createSandbox({
    secretKey: await sandboxKey(connection.db),
    publicUrl: `${at.publicUrl}/sandbox`,
    webhookUrl: `${ownAddress(env, at.port)}/api/payment/webhook`,
    merchantName: shop.brand,
    folder: sandboxFolder(at.dataDir),
  })
  return { provider, sandbox: sandbox.app, close: () => sandbox.stop() }
}
