import { mkdtempSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { askForReturn } from '#server/return/ask.ts'
import { deliverParcels } from '#test/support/delivered.ts'
import { addOrder } from '#test/support/order.ts'
import { openOrderDesk } from '#test/support/order-desk.ts'
import { mailsTo } from '#test/support/purchase.ts'

const { shop, owner } = openOrderDesk()
const ANSWER = 'Bring it to 4 Allen Avenue.'

test('what buyers ask to send back is listed, answered and received by commands', async () => {
  expect((await owner('returns')).out).toBe('Nobody asks to send anything back.')
  const email = 'back@example.ng'
  const { id } = await addOrder(shop, { email, status: 'paid', quantities: [2] })
  await deliverParcels(shop, id, [[2]])
  const ask = (words: string, after: number) =>
    askForReturn(shop, id, {
      lines: [{ position: 0, quantity: 1 }],
      reason: 'faulty',
      wish: 'refund',
      words,
      after,
    })
  await ask('A seam \u001b[31mis open', 0)
  await ask('', 1)
  expect((await owner('returns')).out).toMatch(
    /^Return 1 of order #\w+ {2}.* {2}asked: 1 of line 1\n {4}It is faulty or damaged\. A seam {2}\[31mis open\nReturn 2 [^\n]+\n[^\n]+$/,
  )
  expect((await owner('issues')).out).toMatch(/asks to send something back/)

  const unclear = await owner('returns', 'approve', id, '--answer', ANSWER)
  expect([unclear.code, unclear.err]).toEqual([
    1,
    expect.stringMatching(/has 2 returns of that kind: say which by --return \(1, 2\)/),
  ])
  const approved = await owner('returns', 'approve', id, '--answer', ANSWER, '--return', '1')
  expect(approved.out).toMatch(
    /^Return 1 of order #\w+ is approved\. The buyer is mailed how it comes back\.$/,
  )
  await owner('returns', 'decline', id, '--answer', 'It was worn', '--return', '2')
  expect((await owner('returns', 'receive', id)).out).toMatch(/is here\. "orders refund"/)
  const again = await owner('returns', 'decline', id, '--answer', 'No', '--return', '2')
  expect([again.code, again.err]).toEqual([1, expect.stringMatching(/is declined by/)])
  await shop.jobs.runDue()
  expect((await mailsTo(shop, email)).map(({ subject }) => subject.replace(/#.*/, '')).toSorted()).toEqual([
    'About your return of order ',
    'You can send it back: order ',
  ])
})

test('evidence for a bank is written as a PDF that only its owner can read', async () => {
  const { id } = await addOrder(shop, { email: 'bank@example.ng', status: 'paid' })
  const file = join(mkdtempSync(join(tmpdir(), 'jara-evidence-')), 'evidence.pdf')
  const { code, out } = await owner('evidence', id, file)
  expect([code, out]).toEqual([0, expect.stringContaining('It names the buyer.')])
  expect(readFileSync(file).subarray(0, 5).toString()).toBe('%PDF-')
  expect(statSync(file).mode & 0o077).toBe(0)
})
