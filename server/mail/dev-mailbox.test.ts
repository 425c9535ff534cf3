import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { newId } from '#server/db/id.ts'
import { mailbox } from '#server/db/schema/mail.ts'
import { mailsTo, passTime, pay, placeOrder, seedPlace, seedProduct, verify } from '#test/support/purchase.ts'
import { openTestShop } from '#test/support/shop.ts'
import { openShopScene } from '#test/support/shop-scene.ts'

const email = 'ada@example.com'
const MAIL = { recipient: email, subject: 'S', text: 'T', html: '<p>H</p>' }
const shop = openShopScene(async () => {
  await seedPlace(shop.db)
  await seedProduct(shop.db, { id: 'tee' })
})

describe('the development mailbox', () => {
  test('lists mails newest first and shows a mail safely', async () => {
    await shop.mail.send(newId(), { ...MAIL, recipient: 'older@example.com' })
    passTime(shop, 1)
    const reference = await placeOrder(shop, [{ productId: 'tee' }], { email })
    await pay(shop, reference)
    await verify(shop, reference)
    await shop.jobs.runDue()
    const list = await shop.request('/dev/mailbox')
    expect(list.status).toBe(200)
    const [stored] = await mailsTo(shop, email)
    const page = await list.text()
    expect(page).toContain(`/dev/mailbox/${stored?.id}`)
    const view = await shop.request(`/dev/mailbox/${stored?.id}`)
    expect(await view.text()).toContain(`<iframe src="/dev/mailbox/${stored?.id}/body" sandbox=`)
    const body = await shop.request(`/dev/mailbox/${stored?.id}/body`)
    expect(body.headers.get('content-security-policy')).toMatch(/^sandbox [^;]*; default-src 'none'/)
    expect(body.headers.get('x-frame-options')).toBe('SAMEORIGIN')
    expect(await body.text()).toContain('<base target="_blank">')
    const json = (await (await shop.request('/dev/mailbox.json')).json()) as { recipient: string }[]
    expect(json[0]).toMatchObject({ recipient: email, subject: stored?.subject, text: stored?.textBody })
    for (const id of ['none', '%00', newId()]) {
      expect([id, (await shop.request(`/dev/mailbox/${id}`)).status]).toEqual([id, 404])
    }
  })

  test('exists only under loopback names', async () => {
    for (const [host, status] of [
      ['localhost:3000', 200],
      ['127.0.0.1:3000', 200],
      ['[::1]:3000', 200],
      ['shop.example', 404],
      ['192.0.2.2:3000', 404],
      ['localhost.evil.example', 404],
    ] as const) {
      const response = await shop.request('/dev/mailbox.json', { headers: { host } })
      expect([host, response.status]).toEqual([host, status])
    }
  })

  test('does not exist when mail leaves the shop', async () => {
    const other = await openTestShop({ settings: { ...shop.settings, devMailbox: false } })
    expect((await other.request('/dev/mailbox')).status).toBe(404)
    expect((await other.request('/dev/mailbox.json')).status).toBe(404)
    await other.close()
  })
})

test('the mailbox holds one mail per cause', async () => {
  const id = newId()
  for (let i = 0; i < 2; i++) await shop.mail.send(id, MAIL)
  expect(await shop.db.$count(mailbox, eq(mailbox.outboxId, id))).toBe(1)
})
