import { createHmac } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newId } from '#server/db/id.ts'
import { providerEvents } from '#server/db/schema/payment.ts'
import { openPaymentScene } from '#test/support/payment-scene.ts'
import { placeOrder } from '#test/support/purchase.ts'
import { PROVIDER_KEY } from '#test/support/shop.ts'

const scene = openPaymentScene()
const { shop } = scene

test.each([
  ['no address', 'kept', () => undefined],
  ['the address of the order', 'kept', (email: string) => email],
  ['that address in capitals', 'kept', (email: string) => email.toUpperCase()],
  ['another address', 'blanked', () => 'somebody@else.example'],
  ['an address that ends in it', 'blanked', (email: string) => `x${email}`],
  ['an address that begins with it', 'blanked', (email: string) => `${email}.ng`],
])('an event that names %s is %s once it is settled', async (_, becomes, named) => {
  const address = `${newId()}@example.com`
  const reference = await placeOrder(shop, [{ productId: scene.tee }], { email: address })
  const data = { reference, customer: { email: named(address) } }
  const body = JSON.stringify({ event: 'charge.dispute.create', data })
  const signature = createHmac('sha512', PROVIDER_KEY).update(body).digest('hex')
  const headers = { 'content-type': 'application/json', 'x-paystack-signature': signature }
  expect((await shop.request('/api/payment/webhook', { method: 'POST', headers, body })).status).toBe(200)
  await shop.jobs.runDue()
  const [event] = await shop.db.select().from(providerEvents).where(eq(providerEvents.reference, reference))
  expect(event).toMatchObject({ settledAt: expect.any(Date), body: becomes === 'kept' ? body : null })
})
