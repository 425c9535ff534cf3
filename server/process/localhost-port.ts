import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Env } from '#server/env.ts'

/**
 * Rejects with EADDRINUSE if another program has the shop's port for IPv6 on this machine. Browsers try that address of
 * localhost first: the shop would open on IPv4, and its owner would see the other program. Tests pass an `address` that
 * every machine has.
 */
export async function checkLocalhost(
  { port, host, publicUrl }: Pick<Env, 'port' | 'host' | 'publicUrl'>,
  address = '::1',
): Promise<void> {
  const isShownThere = new URL(`http://localhost:${port}`).origin === publicUrl
  if (host !== '0.0.0.0' || !isShownThere || port === 0) return
  const probe = createServer()
  try {
    await once(probe.listen(port, address), 'listening')
  } catch (error) {
    // Otherwise the machine has no IPv6, or the shop may not use the port on IPv4 either, which is reported when it opens.
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') throw error
    return
  }
  probe.close()
  await once(probe, 'close')
}
