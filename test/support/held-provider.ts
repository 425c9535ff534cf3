import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A payment provider that starts every payment, but can hold its responses back. */
export type HeldProvider = {
  url: string
  /** How many requests are waiting for a response. */
  waiting: () => number
  hold: () => void
  /** Responds to all waiting requests, and from now on immediately. */
  release: () => void
  close: () => Promise<void>
}

export async function openHeldProvider(): Promise<HeldProvider> {
  let held: (() => void)[] = []
  let isHolding = false
  const server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (part: string) => {
      text += part
    })
    request.on('end', () => {
      const { reference } = text === '' ? { reference: '' } : (JSON.parse(text) as { reference: string })
      const data = { authorization_url: 'https://checkout.paystack.com/held', access_code: 'held', reference }
      const respond = () =>
        void response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ status: true, message: 'Authorization URL created', data }))
      if (isHolding) held.push(respond)
      else respond()
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    waiting: () => held.length,
    hold: () => {
      isHolding = true
    },
    release: () => {
      isHolding = false
      for (const respond of held) respond()
      held = []
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((done) => server.close(() => done()))
    },
  }
}
