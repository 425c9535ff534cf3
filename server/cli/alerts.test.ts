import { expect, test } from 'vitest'
import { listActs } from '#server/audit/store.ts'
import { openAsOwner, runOwner } from '#test/support/owner.ts'
import { openShopScene } from '#test/support/shop-scene.ts'
import { addAlerts } from './alerts.ts'

const shop = openShopScene()
const alerts = (...args: string[]) => runOwner([addAlerts], ['alerts', ...args], { open: openAsOwner(shop) })

test('where alerts go, and which, is shown and changed, and recorded', async () => {
  expect((await alerts()).out).toBe('Alerts go to every owner.\nPaid orders: a mail each.')
  expect((await alerts('--email', 'Ada@Shop.example', '--orders', 'daily')).out).toBe(
    'Alerts go to ada@shop.example.\nPaid orders: daily.',
  )
  const [act] = await listActs(shop.db, { limit: 1 })
  expect(act).toMatchObject({
    action: 'alert.settings',
    details: { email: [null, 'ada@shop.example'], orders: ['each', 'daily'] },
  })
  expect((await alerts('--owners')).out).toBe('Alerts go to every owner.\nPaid orders: daily.')
  expect(await alerts('--owners', '--email', 'a@b.example')).toMatchObject({ code: 2 })
  // An address that no mail can go to would end the settling of every payment that is to be told of.
  for (const wrong of ['ada@', 'ada', '']) expect(await alerts('--email', wrong)).toMatchObject({ code: 2 })
  expect(await alerts('--orders', 'weekly')).toMatchObject({ code: 2 })
})
