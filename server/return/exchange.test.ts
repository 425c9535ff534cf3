import { expect, test } from 'vitest'
import { listActsOn } from '#server/audit/store.ts'
import { DAY_MS, MINUTE_MS } from '#shared/duration.ts'
import { openExchangeScene, piece } from '#test/support/exchange-scene.ts'
import { mailsTo } from '#test/support/purchase.ts'

const { shop, people, pass, stockOf, delivered, returnOf, decide, needsOf } = openExchangeScene()

test('asked, approved, here, packed and sent: stock, mails, lists and timeline agree at each step', async () => {
  const { id, email, read, ask } = await delivered()
  expect((await read()).lines).toMatchObject([
    {
      sizes: [
        { size: 'L', available: 2 },
        { size: 'XL', available: 1 },
      ],
    },
  ])
  const asked = await ask(piece('L'))
  expect(asked.body.requests).toMatchObject([
    { wish: 'exchange', lines: [{ position: 0, quantity: 1, size: 'L' }], exchange: null },
  ])
  expect(await stockOf('L')).toEqual([2, 0, 0])
  await decide(id, 'approve')
  expect(await stockOf('L')).toEqual([1, 1, 0])
  expect((await read()).requests).toMatchObject([
    { state: 'approved', exchange: { state: 'held', lines: [{ size: 'L' }] } },
  ])
  const { body: before } = await people.packer.call('GET', `/order/${id}/parcel`)
  expect([before.left, before.exchangesLeft]).toEqual([[], []])

  await decide(id, 'receive', { isRestocked: true })
  expect([await stockOf('L'), await stockOf('M')]).toEqual([
    [1, 0, 1],
    [5, 0, 0],
  ])
  const { body: work } = await people.packer.call('GET', '/pack')
  const item = work.toPack.find(({ orderId }: { orderId: string }) => orderId === id)
  expect(item).toMatchObject({ exchange: 1, lines: [{ name: 'Lagos Tee', size: 'L', quantity: 1 }] })
  expect((await people.packer.call('GET', `/order/${id}`)).body.stage).toBe('to-pack')
  // Nothing of what was bought is to be packed, and nothing is packed twice.
  expect((await people.packer.act('POST', `/order/${id}/parcel`, {})).body.code).toBe('REFUSED')
  const pack = () => people.packer.act('POST', `/order/${id}/parcel`, { exchange: 1 })
  const packed = await Promise.all([pack(), pack()])
  expect(packed.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const { body: known } = await people.packer.call('GET', `/order/${id}/parcel`)
  expect(known).toMatchObject({
    left: [],
    exchangesLeft: [],
    parcels: [{ exchange: null }, { exchange: 1, lines: [{ position: 0, quantity: 1, size: 'L' }] }],
  })
  const unpacked = await decide(id, 'change', { exchange: null })
  expect([unpacked.status, unpacked.body.message]).toEqual([
    409,
    expect.stringMatching(/parcel 2: unpack it/),
  ])
  const parcel = `/parcel/${known.parcels[1].id}`
  await people.packer.act('POST', `${parcel}/send`, { courier: 'gig' })
  // Undone and sent once more: stock does not move with parcels.
  await people.packer.act('POST', `${parcel}/undo`, { shown: 'sent' })
  await people.packer.act('POST', `${parcel}/send`, { courier: 'gig' })
  await people.packer.act('POST', `${parcel}/deliver`, { shown: 'sent' })
  expect([await stockOf('L'), await stockOf('M')]).toEqual([
    [1, 0, 1],
    [5, 0, 0],
  ])
  expect((await people.owner.call('GET', `/order/${id}`)).body.stage).toBe('delivered')
  shop.clock.now += 10 * MINUTE_MS
  await shop.jobs.runDue()
  const mails = await mailsTo(shop, email)
  const sent = mails.find(({ subject }) => /parcel 2 of 2, is on its way/.test(subject))
  expect(sent?.textBody).toContain('1 x Lagos Tee (black, L)')
  expect(mails.find(({ subject }) => /^You can send it back/.test(subject))?.textBody).toMatch(
    /We send you 1 x Lagos Tee \(black, L\)\. It costs nothing/,
  )
  // It cannot be sent back here once more, and a refund does not put it on sale a second time.
  expect((await read()).lines).toEqual([])
  const { body: refunds } = await people.owner.call('GET', `/order/${id}/refund`)
  expect(refunds.lines).toMatchObject([{ refunded: 0, restocked: 1 }])
  const { body: file } = await people.owner.call('GET', `/order/${id}`)
  const stockWords = file.history.flatMap(({ what }: { what: string }) => (/^stock/.test(what) ? [what] : []))
  expect(stockWords).toEqual([
    'stock held: 1 black, M',
    'stock sold from the hold: 1 black, M',
    'stock held, in exchange: 1 black, L',
    'stock sold from the hold, in exchange: 1 black, L',
    'stock back on sale, in exchange: 1 black, M',
  ])
})

test.each([
  ['declined', async (id: string) => decide(id, 'decline')],
  ['paid back instead', async (id: string) => decide(id, 'change', { exchange: null })],
  ['not here in time', async () => pass(14 * DAY_MS + MINUTE_MS)],
])('what is held is on sale again: %s', async (_, end) => {
  const { id, ask } = await delivered(2)
  await ask(piece('L', 2))
  await decide(id, 'approve')
  expect(await stockOf('L')).toEqual([0, 2, 0])
  await end(id)
  await end(id)
  expect(await stockOf('L')).toEqual([2, 0, 0])
  expect((await returnOf(id)).exchange).toMatchObject({ state: 'ended' })
})

test('an exchange whose time is over needs a person, who exchanges it once more, for another size', async () => {
  const { id, read, ask } = await delivered()
  await ask(piece('L'))
  await decide(id, 'approve')
  await pass(14 * DAY_MS)
  expect(await stockOf('L')).toEqual([1, 1, 0])
  await pass(MINUTE_MS)
  expect(await needsOf(id)).toMatchObject([
    { what: expect.stringMatching(/held in exchange is on sale again/) },
  ])
  expect((await read()).requests).toMatchObject([{ exchange: { state: 'ended' } }])
  // Here all the same, but nothing is sold by that.
  await decide(id, 'receive', { isRestocked: true })
  expect([await stockOf('L'), await stockOf('M'), (await needsOf(id)).length]).toEqual([
    [2, 0, 0],
    [4, 0, 1],
    1,
  ])
  const { status } = await decide(id, 'change', {
    exchange: [{ position: 0, size: 'XL' }],
    isRestocked: true,
  })
  expect([status, await stockOf('XL'), await stockOf('M'), await needsOf(id)]).toEqual([
    200,
    [0, 0, 1],
    [5, 0, 0],
    [],
  ])
  // There and back: what came back is on sale once, however often it is changed.
  await decide(id, 'change', { exchange: null })
  expect([await stockOf('XL'), await stockOf('M')]).toEqual([
    [1, 0, 0],
    [5, 0, 0],
  ])
  await decide(id, 'change', { exchange: [{ position: 0, size: 'L' }], isRestocked: true })
  expect([await stockOf('L'), await stockOf('M')]).toEqual([
    [1, 0, 1],
    [5, 0, 0],
  ])
})

test('a request for the money becomes an exchange, and the buyer is mailed; who looked before is told', async () => {
  const { id, email, ask } = await delivered()
  await ask({ ...piece(), wish: 'refund' })
  const { answeredAt: before } = await returnOf(id)
  await decide(id, 'approve')
  const shown = await returnOf(id)
  expect(before).toBeNull()
  shop.clock.now += MINUTE_MS
  await decide(id, 'change', { exchange: [{ position: 0, size: 'L' }], answer: 'L is kept for you' })
  expect([await stockOf('L'), (await returnOf(id)).wish]).toEqual([[1, 1, 0], 'exchange'])
  const late = await decide(id, 'change', { exchange: null, answeredAt: shown.answeredAt })
  expect([late.status, late.body.code]).toEqual([409, 'CHANGED_MEANWHILE'])
  await shop.jobs.runDue()
  const [mail] = (await mailsTo(shop, email)).filter(({ subject }) => /^What you get/.test(subject))
  expect(mail?.textBody).toMatch(/L is kept for you[\s\S]*We hold it for you until/)
})

test.each([
  ['the size that was bought', piece('M'), 409],
  ['a size that there is not', piece('XXXL'), 409],
  ['no size', piece(), 409],
  ['more than there are', piece('XL', 2), 409],
  ['two sizes for one line', { lines: [...piece('L').lines, ...piece('XL').lines] }, 400],
])('not asked for, and nothing is recorded: %s', async (_, form, status) => {
  const { read, ask } = await delivered(2)
  expect((await ask(form)).status).toBe(status)
  expect((await read()).requests).toEqual([])
})

test('what was refunded is not exchanged, and what is in exchange is not put on sale by a refund', async () => {
  const { id, ask } = await delivered(2)
  await ask(piece('L', 2))
  await decide(id, 'approve')
  const refund = (isRestocked: boolean, refunded: number) =>
    people.owner.act('POST', `/order/${id}/refund`, {
      ...{ amount: 100, reason: 'torn', isRestocked, shown: { refunded } },
      pieces: [{ position: 0, quantity: 1 }],
    })
  expect((await refund(false, 0)).status).toBe(200)
  await shop.jobs.runDue()
  const received = await decide(id, 'receive', { isRestocked: true })
  expect([received.status, received.body.message]).toEqual([
    409,
    expect.stringMatching(/was refunded, or exchanged, already/),
  ])
  expect(await stockOf('L')).toEqual([0, 2, 0])
  await decide(id, 'decline')
  expect(await stockOf('L')).toEqual([2, 0, 0])

  const other = await delivered()
  await other.ask(piece('L'))
  await decide(other.id, 'approve')
  await decide(other.id, 'receive', { isRestocked: false })
  const restocked = await people.owner.act('POST', `/order/${other.id}/refund`, {
    ...{ amount: 100, reason: 'torn', isRestocked: true, shown: { refunded: 0 } },
    pieces: [{ position: 0, quantity: 1 }],
  })
  expect(restocked.body).toMatchObject({ code: 'REFUSED', message: expect.stringMatching(/were exchanged/) })
})

test('a parcel of an exchange that came back is packed once more, or its exchange is paid back', async () => {
  const { id, ask } = await delivered()
  await ask(piece('L'))
  await decide(id, 'approve')
  await decide(id, 'receive', { isRestocked: true })
  const acts = async (at: number, ...steps: [string, object][]) => {
    for (const [verb, body] of steps) {
      const { body: known } = await people.packer.call('GET', `/order/${id}/parcel`)
      expect((await people.packer.act('POST', `/parcel/${known.parcels[at].id}/${verb}`, body)).status).toBe(
        200,
      )
    }
  }
  const sentAndBack: [string, object][] = [
    ['send', { courier: 'gig' }],
    ['return', { shown: 'sent' }],
  ]
  await people.packer.act('POST', `/order/${id}/parcel`, { exchange: 1 })
  await acts(1, ...sentAndBack)
  expect((await people.packer.act('POST', `/order/${id}/parcel`, { exchange: 1 })).status).toBe(200)
  await acts(2, ...sentAndBack)
  await decide(id, 'change', { exchange: null })
  expect([await stockOf('L'), await stockOf('M')]).toEqual([
    [2, 0, 0],
    [5, 0, 0],
  ])
  const { body: known } = await people.packer.call('GET', `/order/${id}/parcel`)
  const undo = await people.packer.act('POST', `/parcel/${known.parcels[2].id}/undo`, { shown: 'returned' })
  expect([known.exchangesLeft, undo.status]).toEqual([[], 409])
})

test('what is not here does not go on sale, and history says so of what did alone', async () => {
  const { id, ask } = await delivered()
  await ask(piece('L'))
  await decide(id, 'approve')
  const early = await decide(id, 'change', { exchange: [{ position: 0, size: 'XL' }], isRestocked: true })
  expect([early.status, early.body.message]).toEqual([409, expect.stringMatching(/not here yet/)])
  expect([await stockOf('M'), await stockOf('L')]).toEqual([
    [4, 0, 1],
    [1, 1, 0],
  ])
  await decide(id, 'change', { exchange: null })
  await decide(id, 'receive', { isRestocked: true })
  expect(await stockOf('M')).toEqual([4, 0, 1])
  const notes = (await listActsOn(shop.db, 'return', id)).map(({ details }) => details.note)
  expect(notes.at(-1)).toBe('return 1, 1 item')
})

test.each(['exchange', 'refund'])(
  'a piece of a line is still to be packed once another of it has come back for %s',
  async (wish) => {
    const { id, ask } = await delivered(2, 1)
    await ask({ ...piece(wish === 'exchange' ? 'L' : undefined), wish })
    await decide(id, 'approve')
    await decide(id, 'receive', { isRestocked: wish === 'exchange' })
    if (wish === 'refund') {
      const refund = { amount: 100, reason: 'too small', isRestocked: true, shown: { refunded: 0 } }
      await people.owner.act('POST', `/order/${id}/refund`, { ...refund, ...{ pieces: piece().lines } })
      await shop.jobs.runDue()
    } else {
      await people.packer.act('POST', `/order/${id}/parcel`, { exchange: 1 })
    }
    const known = async () => (await people.packer.call('GET', `/order/${id}/parcel`)).body
    const stage = async () => (await people.packer.call('GET', `/order/${id}`)).body.stage
    expect([(await known()).left, await stage()]).toEqual([piece().lines, 'to-pack'])
    // The parcel comes back as well: what was in it is not packed once more.
    await people.packer.act('POST', `/parcel/${(await known()).parcels[0].id}/return`, { shown: 'delivered' })
    expect([(await known()).left, await stage()]).toEqual([piece().lines, 'to-pack'])
    await people.packer.act('POST', `/order/${id}/parcel`, {})
    expect([(await known()).left, await stage()]).toEqual([[], 'to-send'])
  },
)
