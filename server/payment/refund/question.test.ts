import { beforeAll, expect, test } from 'vitest'
import { listActsOn } from '#server/audit/store.ts'
import { erasePerson } from '#server/person/erase.ts'
import { exportPerson } from '#server/person/export.ts'
import type { RefundQuestion } from '#shared/contract/admin/refund.ts'
import type { Role } from '#shared/contract/permission.ts'
import { openPaymentScene } from '#test/support/payment-scene.ts'
import { getOrderOf } from '#test/support/purchase.ts'
import { joinStaff, type StaffBrowser } from '#test/support/staff.ts'

const scene = openPaymentScene()
const { shop } = scene
const people = {} as Record<Role, StaffBrowser>
beforeAll(async () => {
  for (const role of ['owner', 'manager', 'support', 'accountant'] as const)
    people[role] = await joinStaff(shop, role)
})

async function paidOrder() {
  const { order } = await getOrderOf(shop, await scene.paid())
  return { id: order.id, email: order.email }
}
const WANTED = { amount: 9_000, pieces: [{ position: 0, quantity: 1 }], reason: 'the seam is open' }
const ask = (id: string, body: object = WANTED) =>
  people.support.act('POST', `/order/${id}/refund-question`, body)
const refund = (id: string, question: string, who = people.manager) =>
  who.act('POST', `/order/${id}/refund`, {
    ...{ ...WANTED, isRestocked: false, shown: { refunded: 0 } },
    question,
  })
const decline = (question: string, answer = 'it was worn', who = people.owner) =>
  who.act('POST', `/refund-question/${question}/decline`, { answer })
const withdraw = (question: string, who = people.support) =>
  who.act('POST', `/refund-question/${question}/withdraw`)
const questionsOf = async (id: string, who = people.support): Promise<RefundQuestion[]> =>
  (await who.call('GET', `/order/${id}/refund`)).body.questions
const asked = async (id: string) => {
  expect((await ask(id)).status).toBe(200)
  return (await questionsOf(id)).at(-1)?.id ?? ''
}
const needs = async (id: string, who: StaffBrowser) =>
  (await who.call('GET', '/today')).body.needs.filter((need: { orderId: string }) => need.orderId === id)

test('support asks; those who may refund see it on Today, and the refund made from it is the answer', async () => {
  const { id } = await paidOrder()
  const question = await asked(id)
  expect(await questionsOf(id, people.accountant)).toMatchObject([
    { state: 'asked', ...WANTED, askedBy: 'Support', answeredBy: null },
  ])
  for (const who of [people.owner, people.manager])
    expect(await needs(id, who)).toMatchObject([
      { what: expect.stringMatching(/^A refund of ₦9,000 is asked for/) },
    ])
  expect(await needs(id, people.support)).toEqual([])
  const again = await ask(id)
  expect([again.status, again.body.message]).toEqual([409, 'Support has asked already. Please look again.'])

  expect((await refund(id, question)).status).toBe(200)
  expect(await questionsOf(id)).toMatchObject([{ state: 'refunded', answeredBy: 'Manager', answer: '' }])
  expect(await needs(id, people.owner)).toEqual([])
  const acts = (await listActsOn(shop.db, 'order', id)).map(({ action, actor }) => [action, actor])
  expect(acts).toEqual([
    ['order.ask-refund', 'Support'],
    ['order.refund', 'Manager'],
  ])
})

test('it is declined with words, which whoever asked reads, and may then be asked again', async () => {
  const { id } = await paidOrder()
  const question = await asked(id)
  expect((await decline(question, ' ')).status).toBe(400)
  expect((await decline(question)).status).toBe(200)
  expect(await questionsOf(id)).toMatchObject([
    { state: 'declined', answer: 'it was worn', answeredBy: 'Owner' },
  ])
  const late = await refund(id, question)
  expect([late.status, late.body.code]).toEqual([409, 'CHANGED_MEANWHILE'])
  expect((await people.owner.call('GET', `/order/${id}/refund`)).body.refunded).toBe(0)
  await asked(id)
  expect((await questionsOf(id)).map(({ state }) => state)).toEqual(['declined', 'asked'])
  const history = (await people.support.call('GET', `/order/${id}`)).body.history
  expect(history.map(({ what }: { what: string }) => what)).toContain('refund declined by Owner: it was worn')
})

test.each([
  [{ ...WANTED, amount: 99_000 }, 409, /Only ₦15,500 was paid/],
  [{ ...WANTED, pieces: [{ position: 4, quantity: 1 }] }, 409, /has no line 5/],
  [{ ...WANTED, reason: '' }, 400, /./],
])('what could not be refunded cannot be asked for: %j', async (body, status, message) => {
  const { id } = await paidOrder()
  const refused = await ask(id, body)
  expect([refused.status, refused.body.message]).toEqual([status, expect.stringMatching(message)])
  expect(await questionsOf(id)).toEqual([])
})

test('of several who ask at once, one has asked; of a refund and a refusal at once, one is the answer', async () => {
  const { id } = await paidOrder()
  const asks = await Promise.all(Array.from({ length: 4 }, () => ask(id)))
  expect(asks.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
  const question = (await questionsOf(id))[0]?.id ?? ''
  const answers = await Promise.all([refund(id, question), decline(question), refund(id, question)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  const [answered] = await questionsOf(id)
  const { refunded } = (await people.owner.call('GET', `/order/${id}/refund`)).body
  expect([answered?.state, refunded]).toEqual(
    answers[1].status === 200 ? ['declined', 0] : ['refunded', 9_000],
  )
})

test('whoever asked withdraws it, nobody else does, and may then ask anew', async () => {
  const { id } = await paidOrder()
  const question = await asked(id)
  const namesake = await joinStaff(shop, 'support', 'another')
  expect([(await questionsOf(id))[0]?.isOwn, (await questionsOf(id, namesake))[0]?.isOwn]).toEqual([
    true,
    false,
  ])
  expect((await withdraw(question, namesake)).status).toBe(404)
  expect((await withdraw(question, people.owner)).status).toBe(403)
  expect(await questionsOf(id)).toMatchObject([{ state: 'asked', isOwn: true }])

  const { status, body } = await withdraw(question)
  expect([status, body.questions]).toMatchObject([
    200,
    [{ state: 'withdrawn', answeredBy: 'Support', answer: '', reason: WANTED.reason }],
  ])
  expect(await needs(id, people.owner)).toEqual([])
  expect((await listActsOn(shop.db, 'order', id)).map(({ action, details }) => [action, details])).toEqual([
    ['order.ask-refund', { amount: 900_000, reason: WANTED.reason }],
    ['order.withdraw-refund', { amount: 900_000, state: ['asked', 'withdrawn'] }],
  ])
  const history = (await people.owner.call('GET', `/order/${id}`)).body.history
  expect(history.map(({ what }: { what: string }) => what)).toContain('refund no longer asked for by Support')
  for (const late of [await decline(question), await refund(id, question), await withdraw(question)])
    expect([late.status, late.body.message]).toEqual([
      409,
      'It is withdrawn by Support already. Please look again.',
    ])
  await asked(id)
  expect((await questionsOf(id)).map(({ state }) => state)).toEqual(['withdrawn', 'asked'])
})

test('of a withdrawal, a refund and a refusal at once, one counts, and the others are told', async () => {
  for (let round = 0; round < 6; round++) {
    const { id } = await paidOrder()
    const question = await asked(id)
    const acts = [() => withdraw(question), () => refund(id, question), () => decline(question)]
    const order = acts.slice(round % 3).concat(acts.slice(0, round % 3))
    const answers = await Promise.all(order.map((act) => act()))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    const told = answers.filter(({ status }) => status === 409).map(({ body }) => body.code)
    expect(told).toEqual(['CHANGED_MEANWHILE', 'CHANGED_MEANWHILE'])
    const [answered] = await questionsOf(id)
    const { refunded } = (await people.owner.call('GET', `/order/${id}/refund`)).body
    expect(refunded).toBe(answered?.state === 'refunded' ? 9_000 : 0)
    const acted = (await listActsOn(shop.db, 'order', id)).map(({ action }) => action)
    expect(acted).toHaveLength(2)
  }
})

test('a question of another order answers nothing; what was written goes with the buyer', async () => {
  const [one, other] = [await paidOrder(), await paidOrder()]
  const question = await asked(one.id)
  expect((await refund(other.id, question)).status).toBe(404)
  await decline(question)
  expect(await exportPerson(shop.db, one.email, shop.now())).toMatchObject({
    orders: expect.arrayContaining([
      expect.objectContaining({
        refundQuestions: [
          expect.objectContaining({
            state: 'declined',
            amount: 9_000,
            reason: WANTED.reason,
            answer: 'it was worn',
          }),
        ],
      }),
    ]),
  })
  const { appSecret } = shop.settings
  await erasePerson(shop.db, one.email, { appSecret, actor: 'ngozi', now: shop.now() })
  expect(await questionsOf(one.id)).toMatchObject([{ state: 'declined', reason: '', answer: '' }])
})
