import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Starts a floor on a free port, prints its address, and exits on SIGTERM. */
export function listenForBench(server: Server): void {
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo
    process.stdout.write(`The floor is open at http://127.0.0.1:${port}\n`)
  })
  process.once('SIGTERM', () => process.exit(0))
}
