import { expect, test } from 'vitest'
import { openJourney } from '#test/support/journey.ts'
import { PLACES } from '#test/support/journey-catalogue.ts'
import {
  fillShipping,
  heading,
  orderBody,
  payButton,
  payWithTestCard,
  person,
  pick,
  proceedToPayment,
  visit,
} from '#test/support/shopper.ts'

const journey = openJourney({ shop: 'own' })
type Body = Awaited<ReturnType<typeof orderBody>>

test('a request body changed in transit never changes what is charged', async () => {
  const { page, expectComplaint } = await journey.visitor()
  await page.route(
    '**/api/payment/initialize',
    async (route) => {
      const body = route.request().postDataJSON() as Body
      for (const item of body.items) item.price = 1
      await route.continue({ postData: JSON.stringify({ ...body, totalAmount: 2, shippingFee: 1 }) })
    },
    { times: 1 },
  )
  await pick(page, journey, { name: 'Danfo Tee', color: 'black', size: 'S' })
  await visit(page, '/checkout')
  await fillShipping(page, person('tampered@guest.example'))
  expectComplaint(/409/)
  await payButton(page).click()
  await page.getByRole('alert', { name: 'Your cart has changed' }).waitFor()
  await page.getByText('Your total is now ₦20,000.').waitFor()

  await proceedToPayment(page)
  await payWithTestCard(page)
  await page.getByRole('main').getByText('₦20,000').waitFor()
})

const LINE = { name: 'Danfo Tee', color: 'black', size: 'S', quantity: 2, price: 18_500 }

test.each<[string, (body: Body) => object]>([
  ['a lower price', (body) => ({ ...body, items: body.items.map((item) => ({ ...item, price: 1 })) })],
  [
    'a lower price with the total to match',
    (body) => ({
      ...body,
      items: body.items.map((item) => ({ ...item, price: 1 })),
      totalAmount: 2 + body.shippingFee,
    }),
  ],
  ['a lower total', (body) => ({ ...body, totalAmount: 100 })],
  [
    'no shipping fee',
    (body) => ({ ...body, shippingFee: 0, totalAmount: body.totalAmount - body.shippingFee }),
  ],
  ["another place's fee", (body) => ({ ...body, shippingLocation: PLACES[1]?.place })],
  [
    'a negative price',
    (body) => ({ ...body, items: body.items.map((item) => ({ ...item, price: -18_500 })) }),
  ],
  [
    'a price with a third decimal',
    (body) => ({
      ...body,
      items: body.items.map((item) => ({ ...item, price: 18_499.999 })),
    }),
  ],
])('%s is refused with the right total', async (what, tamper) => {
  const body = await orderBody(journey, LINE, person(`refused-${what.length}@guest.example`))
  const answer = await journey.ask<{ code: string; details: { totalAmount: number } }>(
    'POST',
    '/api/payment/initialize',
    tamper(body),
  )
  expect(answer.status).toBe(409)
  expect(answer.body.code).toBe('PRICE_CHANGED')
  expect(answer.body.details.totalAmount).toBe(what === "another place's fee" ? 39_500.5 : 38_500)
})

test.each<[string, (body: Body) => object]>([
  [
    'a quantity below one',
    (body) => ({ ...body, items: body.items.map((item) => ({ ...item, quantity: 0 })) }),
  ],
  [
    'a negative quantity',
    (body) => ({ ...body, items: body.items.map((item) => ({ ...item, quantity: -1 })) }),
  ],
  ['half a piece', (body) => ({ ...body, items: body.items.map((item) => ({ ...item, quantity: 0.5 })) })],
  ['nothing at all', (body) => ({ ...body, items: [], totalAmount: body.shippingFee })],
])('%s is not an order', async (what, tamper) => {
  const body = await orderBody(journey, LINE, person(`not-valid-${what.length}@guest.example`))
  const answer = await journey.ask<{ code: string }>('POST', '/api/payment/initialize', tamper(body))
  expect([answer.status, answer.body.code]).toEqual([400, 'VALIDATION'])
})

test('names, pictures, country and unknown fields are not trusted: the right amount is charged', async () => {
  const { page } = await journey.visitor()
  const honest = await orderBody(journey, LINE, person('renamed@guest.example'))
  const answer = await journey.ask<{ data: { authorization_url: string } }>(
    'POST',
    '/api/payment/initialize',
    {
      ...honest,
      items: honest.items.map((item) => ({
        ...item,
        name: 'Free',
        image: 'https://evil.example/x.png',
        discount: 100,
      })),
      shippingInfo: { ...honest.shippingInfo, country: 'Utopia' },
      amount: 100,
      amountKobo: 100,
      currency: 'GHS',
    },
  )
  expect(answer.status).toBe(200)
  await page.goto(answer.body.data.authorization_url)
  await heading(page, /Pay Jara NGN 38,500/).waitFor()
})
