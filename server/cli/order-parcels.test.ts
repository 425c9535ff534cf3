import { expect, test } from 'vitest'
import { openOrderDesk } from '#test/support/order-desk.ts'
import { mailsTo } from '#test/support/purchase.ts'

const { shop, owner, paidOrder } = openOrderDesk()

test('pack, send, deliver, return and undo by command, in the words of the admin', async () => {
  const { number, email } = await paidOrder('parcel@example.com')
  const said = async (...args: string[]) => {
    const { code, out, err } = await owner(...args)
    return [code, out || err]
  }
  expect(await said('send', number, '--courier', 'gig')).toEqual([
    1,
    `Order #${number} has no parcel that is packed. Nothing was changed.`,
  ])
  expect(await said('pack', number, '--line', '1=3')).toEqual([
    1,
    'Of line 1 only 2 pieces are left to pack.',
  ])
  expect((await owner('pack', number, '--line', 'one')).code).toBe(2)
  expect(await said('pack', number, '--line', '1=1')).toEqual([
    0,
    `Parcel 1 of order #${number} is packed: 1 piece.`,
  ])
  expect(await said('pack', number)).toEqual([0, `Parcel 2 of order #${number} is packed: 1 piece.`])
  expect(await said('send', number, '--courier', 'gig')).toEqual([
    1,
    `Order #${number} has several: say which by --parcel (1, 2). Nothing was changed.`,
  ])
  expect(await said('send', number, '--parcel', '1', '--courier', 'kwik', '--rider', '12')).toEqual([
    1,
    expect.stringMatching(/phone/i),
  ])
  expect(await said('send', number, '--parcel', '1', '--courier', 'dhl', '--tracking', 'JD1')).toEqual([
    0,
    `Parcel 1 of order #${number} is sent, by DHL. The buyer is mailed.`,
  ])
  expect(await said('undo', number, '--parcel', '1')).toEqual([
    0,
    `Parcel 1 of order #${number} is not sent any more.`,
  ])
  expect(await said('mails', '--wait', '0', '--packed', 'on')).toEqual([
    0,
    "Buyers are mailed when a parcel is packed, sent and delivered. Each mail waits 0 seconds. Of a late order's new date they are mailed only on request.",
  ])
  expect((await said('undo', number, '--parcel', '2'))[0]).toBe(0)
  expect((await said('pack', number))[0]).toBe(0)
  for (const parcel of ['1', '2']) await owner('send', number, '--parcel', parcel, '--courier', 'God is Good')
  expect(await said('correct', number, '--parcel', '1', '--courier', 'dhl', '--tracking', 'JD2')).toEqual([
    0,
    `Parcel 1 of order #${number} is brought by DHL, as corrected.`,
  ])
  expect(await said('correct', number, '--parcel', '1', '--tracking', 'JD2')).toEqual([
    1,
    'This is what it says already. Nothing was changed.',
  ])
  expect(await said('deliver', number, '--parcel', '1')).toEqual([
    0,
    `Parcel 1 of order #${number} has arrived. The buyer is mailed.`,
  ])
  expect(await said('return', number, '--parcel', '2')).toEqual([
    0,
    `Parcel 2 of order #${number} came back.`,
  ])
  await shop.jobs.runDue()
  const subjects = (await mailsTo(shop, email)).map(({ subject }) => subject)
  expect(subjects.filter((subject) => subject.includes(', parcel ')).toSorted()).toEqual(
    [
      `Order #${number}, parcel 1 of 2, is on its way`,
      `Order #${number}, parcel 1 of 2, was delivered`,
      `Order #${number}, parcel 2 of 2, is on its way`,
      `Order #${number}, parcel 2 of 2, is packed`,
    ].toSorted(),
  )
  expect((await owner('show', number)).out).toMatch(/sent by ngozi: parcel 2, God is Good/)
})
