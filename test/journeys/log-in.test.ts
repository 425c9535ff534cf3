import { beforeAll, expect, test } from 'vitest'
import { openJourney } from '#test/support/journey.ts'
import { PASSWORD } from '#test/support/login.ts'
import {
  addMember,
  fillLogin,
  keepCodes,
  keptCodes,
  keptToken,
  logIn,
  type Member,
  NO_CODES,
  openNoOrders,
  pathOf,
} from '#test/support/member.ts'
import {
  countDocuments,
  findProduct,
  heading,
  holdRequests,
  pick,
  reload,
  saidInPassing,
  visit,
} from '#test/support/shopper.ts'

const journey = openJourney()
let ada: Member
beforeAll(async () => {
  ada = await addMember(journey, 'Ada Obi', 'ada@login.example')
})

const SIGNED_OUT_ONLY = [
  '/login',
  '/signup',
  '/verify-signup',
  '/forgot-password',
  '/reset-otp',
  '/reset-password',
]

test('logging in reloads the page and leads home; a signed-in member skips this screen', {
  tags: ['1.5', '2.3', '2.12', '2.13', '2.103'],
}, async () => {
  const { page } = await journey.visitor()
  const loads = countDocuments(page)
  await visit(page, '/login')
  await fillLogin(page, ada.email)
  await page.waitForURL('**/home')
  await heading(page, 'Hi Ada').waitFor()
  expect(loads()).toBe(2)
  for (const path of SIGNED_OUT_ONLY) {
    await page.goto(path)
    await page.waitForURL('**/home')
  }
})

test('logging in stores the token and its user', { tags: ['4.3'] }, async () => {
  const { page } = await journey.visitor()
  await logIn(page, ada.email)
  const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('session') ?? '').state)
  const profile = await journey.ask<{ user: unknown }>('GET', '/api/auth/profile', undefined, {
    authorization: `Bearer ${kept.token}`,
  })
  expect(kept.user).toMatchObject({ fullName: 'Ada Obi', email: ada.email })
  expect(kept.user).toEqual(profile.body.user)
})

test('a shopper who has walked on when the login succeeds stays there, signed in', async () => {
  const { page } = await journey.visitor()
  await visit(page, '/login')
  const release = await holdRequests(page, '**/api/auth/login')
  await fillLogin(page, ada.email)
  await page.getByRole('link', { name: 'Use as Guest' }).click()
  await page.getByLabel('Email').waitFor({ state: 'detached' })
  const loads = countDocuments(page)
  const greeted = page.waitForResponse('**/api/auth/profile')
  release()
  await page.getByText('Hi Ada').waitFor()
  await greeted
  expect(pathOf(page)).toBe('/')
  await page.getByRole('link', { name: 'Copped' }).click()
  await heading(page, 'No orders yet').waitFor()
  expect(loads()).toBe(0)
})

test('a wrong password keeps the page and everything typed, and says so', async () => {
  const { page, expectComplaint } = await journey.visitor()
  expectComplaint(/401/)
  await visit(page, '/login')
  await fillLogin(page, ada.email, 'Wrong-1234')
  await saidInPassing(page, 'Login Failed').waitFor()
  await saidInPassing(page, 'Invalid email or password').waitFor()
  expect(pathOf(page)).toBe('/login')
  expect(await page.getByLabel('Email').inputValue()).toBe(ada.email)
  expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('Wrong-1234')
  await fillLogin(page, ada.email)
  await page.waitForURL('**/home')
})

test('an empty form asks for both fields, and a server error without a message gets ours', {
  tags: ['2.100'],
}, async () => {
  const { page, expectComplaint } = await journey.visitor()
  expectComplaint(/500/)
  await visit(page, '/login')
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page.getByText('Email is required', { exact: true }).waitFor()
  await page.getByText('Password is required', { exact: true }).waitFor()
  await page.route('**/api/auth/login', (route) => route.fulfill({ status: 500, body: 'oops' }))
  await fillLogin(page, ada.email)
  await saidInPassing(page, 'Login failed').waitFor()
})

test('the password can be shown, and password managers recognise it', async () => {
  const { page } = await journey.visitor()
  await visit(page, '/login')
  const password = page.getByLabel('Password', { exact: true })
  await password.fill(PASSWORD)
  await page.getByRole('button', { name: 'Show password' }).click()
  expect(await password.getAttribute('type')).toBe('text')
  await page.getByRole('button', { name: 'Hide password' }).click()
  expect(await password.getAttribute('type')).toBe('password')
  expect(await password.getAttribute('autocomplete')).toBe('current-password')
  expect(await page.getByLabel('Email').getAttribute('autocomplete')).toBe('username')
})

test('the links lead to a new password, a new account, and on as a guest', {
  tags: ['1.3', '2.101', '2.102'],
}, async () => {
  const { page } = await journey.visitor()
  for (const [name, path] of [
    ['Forgot your password?', '/forgot-password'],
    ['Create one here', '/signup'],
    ['Use as Guest', '/'],
  ] as const) {
    await visit(page, '/login')
    await page.getByRole('link', { name }).click()
    await page.waitForURL((url) => url.pathname === path)
  }
})

test('a link pressed out of an empty field is followed: the error does not push it away', async () => {
  const { page } = await journey.visitor({ viewport: { width: 360, height: 800 } })
  await visit(page, '/login')
  await page.getByLabel('Password', { exact: true }).click()
  await page.getByRole('link', { name: 'Forgot your password?' }).click({ delay: 150 })
  await page.waitForURL('**/forgot-password')
  await page.goBack()
  await page.getByLabel('Password', { exact: true }).focus()
  await page.keyboard.press('Tab')
  await page.getByText('Password is required').waitFor()
})

test.each(['/orders/none-such', '/HOME'])(
  'a guest who opens %s logs in first, then gets there',
  { tags: ['2.2', '2.10', '2.11', '2.103', '6.2'] },
  async (path) => {
    const { page, expectComplaint } = await journey.visitor()
    expectComplaint(/404/)
    await page.goto(path)
    await page.waitForURL('**/login**')
    await reload(page)
    await fillLogin(page, ada.email)
    await page.waitForURL((url) => url.pathname === path)
  },
)

test('case and percent-encoding variants of a URL redirect as the URL itself does', async () => {
  const { page } = await journey.visitor()
  for (const [path, instead] of [
    ['/Verify-Signup', '/signup'],
    ['/%4Frders', '/login'],
  ] as const) {
    await page.goto(path)
    await page.waitForURL((url) => url.pathname === instead)
  }
  await logIn(page, ada.email)
  for (const path of ['/Login', '/l%6Fgin']) {
    await page.goto(path)
    await page.waitForURL('**/home')
  }
})

// Which other addresses are refused: web/auth/return-path.test.ts.
test.each(['//evil.example/', '/login'])('a login link with next=%s leads home', async (next) => {
  const { page } = await journey.visitor()
  await visit(page, `/login?${new URLSearchParams({ next })}`)
  await fillLogin(page, ada.email)
  await page.waitForURL('**/home')
  expect(new URL(page.url()).origin).toBe(journey.url())
})

test('the server sends the same guarded page to everybody', async () => {
  for (const path of ['/home', '/orders', '/orders/abc', '/verify-signup']) {
    const sent = await journey.ask('GET', path, undefined, { authorization: `Bearer ${ada.token}` })
    expect(sent.status).toBe(200)
    expect(sent.headers.get('cache-control')).toBe('no-store')
    expect(sent.text).not.toContain('Ada')
  }
})

test('logging out ends the session on the server too, and leaves cart and wishlist alone', {
  tags: ['2.44', '4.6'],
}, async () => {
  const { page } = await journey.visitor()
  const tee = await findProduct(journey, 'Danfo Tee')
  await pick(page, journey, { name: 'Eko Cap' })
  await visit(page, `/products/${tee.id}`)
  await page
    .getByRole('main')
    .getByRole('button', { name: /wishlist/i })
    .first()
    .click()
  await saidInPassing(page, 'Added to Wishlist').waitFor()
  const kept = () =>
    page.evaluate(() =>
      ['cart', 'wishlist'].map((name) => JSON.parse(localStorage.getItem(name) ?? '{}').state?.items),
    )
  const before = await kept()
  expect(before).toMatchObject([[{ name: 'Eko Cap' }], [{ name: 'Danfo Tee' }]])

  await logIn(page, ada.email)
  const token = await keptToken(page)
  await openNoOrders(page)
  const ended = page.waitForResponse('**/api/auth/logout')
  await page.getByRole('button', { name: 'Logout' }).click()
  await ended
  await page.waitForURL((url) => url.pathname === '/login' && url.search === '')
  expect(await keptToken(page)).toBeNull()
  const profile = await journey.ask('GET', '/api/auth/profile', undefined, {
    authorization: `Bearer ${token}`,
  })
  expect(profile.status).toBe(401)
  await page.goBack()
  await page.waitForURL('**/login**')
  expect(await kept()).toEqual(before)
})

test('logging out forgets the codes and reset tickets of every tab', { tags: ['4.6'] }, async () => {
  const { page, context } = await journey.visitor()
  await logIn(page, ada.email)
  const other = await context.newPage()
  await visit(other, '/products')
  await keepCodes(other)
  await keepCodes(page)
  for (const tab of [page, other]) expect(await keptCodes(tab)).not.toEqual(NO_CODES)
  await openNoOrders(page)
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/login')
  for (const tab of [page, other]) await expect.poll(() => keptCodes(tab)).toEqual(NO_CODES)
  await visit(other, '/reset-password')
  await other.waitForURL('**/forgot-password')
})

test('Back before the login screen has loaded leads to it again', async () => {
  const { page } = await journey.visitor()
  await logIn(page, ada.email)
  await openNoOrders(page)
  const load = await holdRequests(page, '**/assets/login-*.js')
  const loading = page.waitForRequest('**/assets/login-*.js')
  await page.getByRole('button', { name: 'Logout' }).click()
  await loading
  await page.waitForURL('**/login')
  await page.goBack()
  load()
  await page.waitForURL('**/login?next=%2Forders')
  await page.getByLabel('Password', { exact: true }).waitFor()
})

test('on a phone Back after logging out shows the page without its menu', async () => {
  const { page } = await journey.visitor({ viewport: { width: 360, height: 800 } })
  await logIn(page, ada.email)
  const asked = page.waitForResponse('**/api/auth/profile')
  await visit(page, '/products')
  await asked
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/login')
  await page.goBack()
  await page.waitForURL('**/products')
  expect(await page.evaluate(() => history.state.overlay)).toBe(undefined)
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})

test('two tabs agree on who is signed in', async () => {
  const { page, context } = await journey.visitor()
  await visit(page, '/login')
  const other = await context.newPage()
  await visit(other, '/login')
  await fillLogin(page, ada.email)
  await page.waitForURL('**/home')
  await other.waitForURL('**/home')
  await heading(page, 'Hi Ada').waitFor()
  await heading(other, 'Hi Ada').waitFor()

  await openNoOrders(other)
  await page.getByRole('button', { name: 'Logout' }).click()
  await other.waitForURL('**/login**')
})

test('the name is fetched from the server', { tags: ['2.18', '4.4'] }, async () => {
  const { page } = await journey.visitor()
  await logIn(page, ada.email)
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('session') ?? '')
    session.state.user.fullName = 'Old Name'
    localStorage.setItem('session', JSON.stringify(session))
  })
  await reload(page)
  await heading(page, 'Hi Ada').waitFor()
})

test('the loading logo is shown to members only, and only until the page has started', {
  tags: ['2.17', '3.15'],
}, async () => {
  const { page } = await journey.visitor({ reducedMotion: 'no-preference' })
  const logo = page.getByText('Loading', { exact: true })
  await visit(page, '/products')
  expect(await logo.isVisible()).toBe(false)
  await logIn(page, ada.email)
  const start = await holdRequests(page, '**/*.js')
  await page.goto('/products', { waitUntil: 'commit' })
  const cover = page.locator('.starting-logo')
  await cover.waitFor()
  const { width, height } = page.viewportSize() ?? {}
  expect(await cover.boundingBox()).toEqual({ x: 0, y: 0, width, height })
  const animated = await cover.evaluate((element) => element.getAnimations({ subtree: true }).length)
  expect(animated).toBeGreaterThan(1)
  start()
  await heading(page, 'All Merch').waitFor()
  await logo.waitFor({ state: 'hidden' })
  await page.getByRole('link', { name: 'Copped' }).click()
  await heading(page, 'No orders yet').waitFor()
  expect(await logo.isVisible()).toBe(false)
})
