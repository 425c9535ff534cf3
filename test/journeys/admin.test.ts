import { expect, test } from 'vitest'
import { dailyScreens, rareScreens, SCREENS } from '#admin/chrome/screens.ts'
import { isAllowed, ROLES } from '#shared/contract/permission.ts'
import {
  addFingerprintReader,
  authenticatorCode,
  inviteByCommand,
  joinByLink,
  listScreenFaults,
} from '#test/support/admin.ts'
import { openJourney } from '#test/support/journey.ts'
import { hasFocus } from '#test/support/keyboard.ts'
import { placePaidOrder, readPayment } from '#test/support/paid-order.ts'
import { saidInPassing } from '#test/support/shopper.ts'

const journey = openJourney()
const PHONE = { width: 360, height: 800 }
const PASSWORD = 'Correct-Horse-9'
const TEE = { name: 'Danfo Tee', color: 'black', size: 'M', quantity: 1, price: 18_500 }

test('from the one-time link to a passkey and an authenticator app, and back in with each', async () => {
  const { page, expectComplaint } = await journey.visitor({ viewport: PHONE, hasTouch: true })
  // Signed out, wrong and incomplete sign-ins.
  expectComplaint(/40[0139]/)
  await addFingerprintReader(page)
  const link = await inviteByCommand(journey, 'ngozi@staff.example', 'owner')
  await joinByLink(page, link)
  expect(await listScreenFaults(page)).toEqual([])

  await page.getByLabel('Name of the device').fill('Blue phone')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByText('Blue phone').waitFor()
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Set a password' }).click()
  await saidInPassing(page, 'Password set').waitFor()
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  await page.getByRole('img', { name: /QR code/ }).waitFor()
  const secret = (await page.getByText(/^[A-Z2-7]{16,}$/).textContent()) ?? ''
  await page.getByLabel('Code').fill('12')
  await page.getByRole('button', { name: 'Set up', exact: true }).click()
  await page.getByText('Enter the 6 digits, or a recovery code').waitFor()
  await page.getByLabel('Code').fill(authenticatorCode(secret, Date.now()))
  await page.getByRole('button', { name: 'Set up', exact: true }).click()
  await page.getByText('They are not shown again.').waitFor()
  const [recoveryCode = ''] = await page.locator('.notice li').allTextContents()
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await page.getByText('10 of 10 recovery codes are left').waitFor()

  await page.getByRole('button', { name: 'Sign out here' }).click()
  await page.waitForURL('**/admin/login')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
  expect(await listScreenFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor()

  await page.getByRole('link', { name: 'More' }).click()
  await page.getByRole('link', { name: 'Your account' }).click()
  await page.getByRole('button', { name: 'Sign out here' }).click()
  await page.waitForURL('**/admin/login')
  await page.getByLabel('Email').fill('ngozi@staff.example')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByLabel('Code').fill(recoveryCode)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor()

  // A link that was used is of no use.
  await page.context().clearCookies()
  await page.goto(link)
  await page.getByRole('button', { name: 'Go on' }).click()
  await saidInPassing(page, 'This link does not work').waitFor()
})

test.for(ROLES)(
  '%s sees every screen of the role, and no other, by link or by address',
  {
    tags: ['whole'],
  },
  async (role) => {
    const { page } = await journey.visitor({ viewport: { width: 1440, height: 900 } })
    await joinByLink(page, await inviteByCommand(journey, `${role}@roles.example`, role))
    const shown = SCREENS.filter(({ permission }) => isAllowed(role, permission))
    const bar = page.getByRole('navigation', { name: 'Admin' })
    expect((await bar.getByRole('link').allInnerTexts()).map((text) => text.toUpperCase())).toEqual(
      [...dailyScreens(role), ...rareScreens(role)].map(({ label }) => label.toUpperCase()),
    )
    for (const { label } of shown) {
      await bar.getByRole('link', { name: label, exact: true }).click()
      await page.getByRole('heading', { name: label, level: 1 }).waitFor()
      // A call of the screen that its role may not make is a complaint of the console.
      await expect.poll(() => page.getByRole('main').locator('.skeleton').count()).toBe(0)
    }
    for (const { to } of SCREENS.filter((screen) => !shown.includes(screen))) {
      await page.goto(`${journey.url()}/admin${to}`)
      await page.getByRole('heading', { name: 'Not for your role', level: 1 }).waitFor()
    }
  },
)

test('a session that has ended leads to the sign-in and back', async () => {
  const { page, expectComplaint } = await journey.visitor({ viewport: { width: 1440, height: 900 } })
  expectComplaint(/401/)
  await page.goto(`${journey.url()}/admin/orders`)
  await page.waitForURL('**/admin/login?next=*')
})

test('tried again by keyboard, a screen that did not load keeps the focus', { tags: ['whole'] }, async () => {
  const { page, expectComplaint } = await journey.visitor({ viewport: { width: 1440, height: 900 } })
  expectComplaint(/400/)
  await joinByLink(page, await inviteByCommand(journey, 'tayo@staff.example', 'owner'))
  const refusal = { status: 400, json: { code: 'REFUSED', message: 'Not now.' } }
  await page.route('**/api/admin/staff', (route) => route.fulfill(refusal), { times: 1 })
  await page.getByRole('link', { name: 'People' }).click()
  await page.getByText('Not now.').waitFor()
  await page.getByRole('button', { name: 'Try Again' }).press('Enter')
  await page.getByText('tayo@staff.example').waitFor()
  expect(await hasFocus(page.getByRole('main'))).toBe(true)
})

test('what another owner changes meanwhile takes away nothing that was typed, and chooses nothing that nobody chose', {
  tags: ['whole'],
}, async () => {
  const { page, expectComplaint } = await journey.visitor({ viewport: { width: 1440, height: 900 } })
  expectComplaint(/409/)
  await joinByLink(page, await inviteByCommand(journey, 'dayo@staff.example', 'owner'))
  await inviteByCommand(journey, 'femi@staff.example', 'manager')
  await page.getByRole('link', { name: 'People' }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'femi@staff.example' })
  await row.getByText('femi manager').click()
  await journey.command('staff', 'role', 'femi@staff.example', 'support')
  await row.getByRole('button', { name: 'Suspend' }).click()
  await saidInPassing(page, 'Not saved').waitFor()
  await row.locator('summary').getByText('support', { exact: true }).waitFor()
  expect(await row.getByLabel('Role').inputValue()).toBe('support')
  expect(await row.getByRole('button', { name: /^Save/ }).count()).toBe(0)
  await row.getByLabel('Role').selectOption('packer')
  await row.getByRole('button', { name: 'Save: support → packer' }).click()
  await row.locator('summary').getByText('packer', { exact: true }).waitFor()

  await page.getByRole('link', { name: 'Alerts' }).click()
  await page.getByLabel('Email').fill('alerts@shop.example')
  await page.getByLabel('When a parcel is packed').selectOption('A mail')
  await journey.command('alerts', '--orders', 'off')
  await journey.command('orders', 'mails', '--late', 'on')
  const [toOwner, toBuyers] = [0, 1].map((nth) => page.getByRole('button', { name: 'Save' }).nth(nth))
  await toOwner?.click()
  await saidInPassing(page, 'Somebody changed this meanwhile. Please look again.').waitFor()
  await expect.poll(() => page.getByLabel('Paid orders').inputValue()).toBe('off')
  expect(await page.getByLabel('Email').inputValue()).toBe('alerts@shop.example')
  await toOwner?.click()
  await saidInPassing(page, 'Saved').waitFor()
  await toBuyers?.click()
  await saidInPassing(page, 'Somebody changed this meanwhile. Please look again.').waitFor()
  await expect.poll(() => page.getByLabel('not sent by the promised day').inputValue()).toBe('yes')
  expect(await page.getByLabel('When a parcel is packed').inputValue()).toBe('yes')
  await toBuyers?.click()
  await saidInPassing(page, 'Saved').waitFor()
  await journey.command('alerts', '--owners', '--orders', 'each')
  await journey.command('orders', 'mails', '--late', 'off', '--packed', 'off')
})

test('a note that is half typed outlives an update of the shop: the page is loaded anew once it is saved', {
  tags: ['whole'],
}, async () => {
  const reference = await placePaidOrder(journey, TEE, 'update@guest.example')
  const { order } = await readPayment(journey, reference)
  const { page, expectComplaint } = await journey.visitor({ viewport: PHONE, hasTouch: true })
  await joinByLink(page, await inviteByCommand(journey, 'uche@staff.example', 'owner'))
  await page.goto(`${journey.url()}/admin/orders/${order._id}`)
  const note = page.getByLabel('New note')
  await note.fill('Call before')
  // The files that the open page has not loaded yet are gone.
  expectComplaint(/404/)
  let isOld = true
  page.on('request', (request) => {
    if (request.isNavigationRequest()) isOld = false
  })
  await page.route('**/admin/assets/*.js', (route) =>
    isOld ? route.fulfill({ status: 404 }) : route.continue(),
  )
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  await page.getByText('It is loaded anew once what you typed is saved.').waitFor()
  await page.keyboard.press('Escape')
  expect(await note.inputValue()).toBe('Call before')
  const loaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Add the note' }).click()
  await loaded
  await page.getByText('Call before').waitFor()
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  await page.getByRole('dialog', { name: /^Refund #/ }).waitFor()
})
