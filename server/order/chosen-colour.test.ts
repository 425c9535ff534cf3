import { expect, test } from 'vitest'
import { orderLines } from '#server/db/schema/order.ts'
import { initialize, mailsTo, pay, purchase, seedPlace, seedProduct } from '#test/support/purchase.ts'
import { openShopScene } from '#test/support/shop-scene.ts'

const picture = (letter: string) => `/pictures/${letter.repeat(16)}-1080x1350-111111.jpg`
const [black, blackBack, blue, blueBack] = ['a', 'b', 'c', 'd'].map(picture) as [
  string,
  string,
  string,
  string,
]

const shop = openShopScene(async () => {
  await seedPlace(shop.db)
  await seedProduct(shop.db, {
    id: 'hoodie',
    images: [black, blackBack, blue, blueBack],
    stock: [
      { color: 'Black', size: 'M', quantity: 9 },
      { color: 'Royal Blue', size: 'M', quantity: 9 },
    ],
  })
})

test('the check of a cart tells the first picture of each colour', async () => {
  const { body } = await shop.call('POST', '/api/cart/check', { productIds: ['hoodie'] })
  expect(body.products[0].images).toEqual([
    { color: '', image: black },
    { color: 'Black', image: black },
    { color: 'Royal Blue', image: blue },
  ])
})

test('an order shows the picture of the colour that was bought, in its lines and in its mail', async () => {
  const body = purchase([{ productId: 'hoodie', color: 'Royal Blue' }])
  const refused = await initialize(shop, { ...body, totalAmount: 1 })
  expect(refused.body.details.lines[0].image).toBe(blue)

  const { body: started } = await initialize(shop, body)
  expect(await shop.db.select({ image: orderLines.image }).from(orderLines)).toEqual([{ image: blue }])
  await pay(shop, started.data.reference)
  await shop.jobs.runDue()
  const [mail] = await mailsTo(shop, body.email)
  expect(mail?.htmlBody).toContain(blue.replace('.jpg', '.160.jpg'))
  expect(mail?.htmlBody).not.toContain('a'.repeat(16))
})
