import { join } from 'node:path'
import type { Logger } from 'pino'
import { shop } from '#shop.config'
import type { Connection } from './db/connection.ts'
import type { Dependencies } from './dependencies.ts'
import type { Env } from './env.ts'
import { createPaystack } from './payment/paystack.ts'
import { createSandbox, fileStorage } from './sandbox/sandbox.ts'
import { keptSecret } from './secret.ts'

type OpenProvider = Pick<Dependencies, 'provider' | 'sandbox'> & { close: () => Promise<void> }

/** Paystack with a key; without one the sandbox, which is then reached over HTTP on our own port like the real one. */
export async function openProvider(
  env: Env,
  connection: Connection,
  at: { dataDir: string; publicUrl: string; port: number; log: Logger },
): Promise<OpenProvider> {
  if (env.paystack) {
    const { secretKey, previousSecretKey, url } = env.paystack
    const provider = createPaystack({
      ...{ secretKey, baseUrl: url },
      ...(previousSecretKey === undefined ? {} : { previousSecretKey }),
    })
    return { provider, close: async () => {} }
  }
  const secretKey = `sk_test_${await keptSecret(connection.db, 'sandbox_key')}`
  const own = `http://127.0.0.1:${at.port}`
  const sandbox = createSandbox({
    secretKey,
    publicUrl: `${at.publicUrl}/sandbox`,
    webhookUrl: `${own}/api/payment/webhook`,
    merchantName: shop.brand,
    storage: fileStorage(join(at.dataDir, 'sandbox')),
    log: (event) => at.log.debug(event, 'sandbox provider'),
  })
  const provider = createPaystack({
    secretKey,
    baseUrl: `${own}/sandbox`,
    sandboxOrigin: at.publicUrl,
  })
  return { provider, sandbox: sandbox.app, close: () => sandbox.stop() }
}
