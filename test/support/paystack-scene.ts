import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { createSandbox, type Sandbox } from '#sandbox/sandbox.ts'
import { createPaystack } from '#server/payment/paystack/paystack.ts'
import type { PaymentProvider, StartRequest } from '#server/payment/provider.ts'

export const KEY = 'sk_test_adapter'

export type PaystackScene = {
  /** Paystack's stand-in, behind HTTP at `origin`. */
  sandbox: Sandbox
  origin: string
  provider: PaymentProvider
  /** The clock of every provider; set `now` to move it. */
  clock: { now: number }
  /** Another provider, with some of its options changed. */
  newProvider: (changes?: Partial<Parameters<typeof createPaystack>[0]>) => PaymentProvider
  /** What a start asks for; by default a new payment. */
  request: (reference?: string) => StartRequest
  /** Starts a payment; returns its reference. */
  started: () => Promise<string>
}

/** The provider as the shop calls it, over HTTP, for one file of tests. */
export function openPaystackScene(): PaystackScene {
  let server: Server
  let references = 0
  const scene = {
    clock: { now: 0 },
    newProvider: (changes = {}) =>
      createPaystack({
        secretKey: KEY,
        baseUrl: scene.origin,
        sandboxOrigin: scene.origin,
        retryWaitMs: 1,
        now: () => scene.clock.now,
        ...changes,
      }),
    request: (reference = `jara-${++references}`): StartRequest => ({
      reference,
      amount: 1_550_000,
      email: 'ada@example.com',
      callbackUrl: 'http://localhost:3000/payment/callback',
      cancelUrl: 'http://localhost:3000/checkout',
      channels: ['card'],
    }),
    started: async () => {
      const asked = scene.request()
      expect((await scene.provider.start(asked)).kind).toBe('started')
      return asked.reference
    },
  } as PaystackScene
  beforeAll(async () => {
    server = createServer()
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    scene.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    scene.sandbox = createSandbox({ secretKey: KEY, publicUrl: scene.origin })
    server.on('request', getRequestListener(scene.sandbox.app.fetch))
    scene.provider = scene.newProvider()
  })
  afterEach(() => {
    scene.sandbox.faults.clear()
    // Closes a circuit breaker that the test opened.
    scene.clock.now += 60_000
  })
  afterAll(async () => {
    await scene.sandbox.stop()
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  })
  return scene
}
