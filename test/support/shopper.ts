import type { Page, Route } from 'playwright-core'
import { PLACES } from './journey-catalogue.ts'
import type { Journey, Person, Wanted } from './journey-type.ts'

/** Actions of shoppers in the journeys, located by the texts on the screens. */

export function person(email: string): Person {
  return {
    fullName: 'Ada Obi',
    email,
    phone: '0803 123 4567',
    address: '12 Allen Avenue',
    state: 'Lagos',
    city: 'Ikeja',
  }
}

export const YABA = PLACES[0]?.place ?? ''

export async function fillShipping(page: Page, who: Person, place = YABA): Promise<void> {
  await page.getByLabel('Full Name').fill(who.fullName)
  await page.getByLabel('Email').fill(who.email)
  await page.getByLabel('Phone').fill(who.phone)
  await page.getByLabel('Address').fill(who.address)
  await page.getByLabel('State').selectOption(who.state)
  await page.getByLabel('City').selectOption(who.city)
  await page.getByLabel('Shipping Location').selectOption(place)
}

export const payButton = (page: Page) => page.getByRole('button', { name: 'Proceed to Payment' })

export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name })

/**
 * How many documents the page has requested since this call. `load` events would be late: a document shows its headings before.
 */
export function countDocuments(page: Page): () => number {
  let count = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) count += 1
  })
  return () => count
}

/** How often the page has requested an address, such as `**\/api/payment/initialize`, since this call. */
export function countRequests(page: Page, address: string): () => number {
  let count = 0
  page.on('request', (request) => {
    if (request.url().endsWith(address.replace('**', ''))) count += 1
  })
  return () => count
}

/** A toast with this text. */
export const saidInPassing = (page: Page, text: string | RegExp) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text, { exact: true })

/** Toasts stay open from now on: none disappears while the window has no focus. */
export async function holdNotices(page: Page): Promise<void> {
  await page.evaluate(() => void dispatchEvent(new Event('blur')))
}

/**
 * Resolves when a form page has loaded the toasts' script, which it preloads in case the network fails. Call it before the visit.
 */
export async function loadedAhead(page: Page): Promise<void> {
  const request = await page.waitForEvent('requestfinished', (request) =>
    new URL(request.url()).pathname.startsWith('/assets/toaster-'),
  )
  // What it imports may still be on its way. A string, since Vitest rewrites imports in functions.
  await page.evaluate(`import(${JSON.stringify(request.url())}).then(() => {})`)
}

export async function proceedToPayment(page: Page): Promise<void> {
  await payButton(page).click()
  await page.waitForURL('**/sandbox/checkout/**')
}

/** Holds the requests for these addresses until the returned function is called; then `answer` takes them. */
export async function holdRequests(
  page: Page,
  addresses: string,
  respond: (route: Route) => Promise<void> = (route) => route.continue(),
): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(addresses, async (route) => {
    await released
    await respond(route)
  })
  return release
}

/** Pays on the provider's page. */
export async function payWithTestCard(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Pay with test card' }).click()
  await heading(page, 'Payment Successful!').waitFor()
}

/** The reference shown on the provider's page. */
export async function shownReference(page: Page): Promise<string> {
  return (await page.getByText(/^jara-[0-9a-f]{40}$/).textContent()) ?? ''
}

/**
 * Opens a page of the shop and waits until it is hydrated: a click before that does nothing, and no person is as quick as a
 * test.
 */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await untilAlive(page)
}

export async function reload(page: Page): Promise<void> {
  await page.reload()
  await untilAlive(page)
}

export async function untilAlive(page: Page): Promise<void> {
  await until(page, async () => {
    const isHydrated = (element: Element | null | undefined) =>
      element != null && Object.keys(element).some((key) => key.startsWith('__reactProps'))
    const main = document.querySelector('main')
    // React hydrates the screen after the frame around it.
    if (!isHydrated(main) || !isHydrated(main?.lastElementChild)) return false
    // Hydration is not committed yet, and its effects run in a later task. Not a timer: a test may have stopped the clock.
    for (let task = 0; task < 3; task += 1) {
      await new Promise((done) => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = done
        port2.postMessage(null)
      })
    }
    return true
  })
}

const UNTIL_MS = 60_000

/**
 * Waits until a condition holds in the page, across navigations too. Playwright's `waitForFunction` is not used: it takes a
 * promise as true, so it cannot wait for an asynchronous condition.
 */
export async function until(page: Page, holds: (fact: string) => unknown, fact = ''): Promise<void> {
  const end = Date.now() + UNTIL_MS
  while (!(await isTrue(page, holds, fact))) {
    if (Date.now() > end) throw new Error(`It never came to hold: ${holds}`)
    await page.waitForTimeout(50)
  }
}

async function isTrue(page: Page, holds: (fact: string) => unknown, fact: string): Promise<boolean> {
  try {
    return Boolean(await page.evaluate(holds, fact))
  } catch (error) {
    if (String(error).includes('Execution context was destroyed')) return false
    throw error
  }
}

/** The shop does what the next write to these addresses asks for, but `respond` says something else: by default the network fails. */
export async function loseResponse(
  page: Page,
  addresses: string,
  respond: (route: Route) => Promise<void> = (route) => route.abort(),
): Promise<void> {
  let isLost = false
  await page.route(addresses, async (route) => {
    // What is written may be read at the same address, at any time.
    if (isLost || route.request().method() === 'GET') return route.fallback()
    isLost = true
    await route.fetch()
    await respond(route)
  })
}

/** Adds the product whose page is open. */
export async function addToCart(page: Page, { name, color, size }: Wanted): Promise<void> {
  await heading(page, name).first().waitFor()
  if (color) await page.getByRole('main').getByRole('button', { name: color, exact: true }).click()
  if (size) await page.getByRole('main').getByRole('button', { name: size, exact: true }).click()
  await page.getByRole('button', { name: 'ADD TO CART' }).click()
  await saidInPassing(page, 'Added to Cart').waitFor()
}

/** Opens a product by its URL, as from a shared link, and adds it to the cart. */
export async function pick(page: Page, journey: Journey, wanted: Wanted): Promise<void> {
  const product = await findProduct(journey, wanted.name)
  await visit(page, `/products/${product.id}`)
  await addToCart(page, wanted)
}

export type ListedProduct = { id: string; name: string; price: number; image: string }

export async function findProduct(journey: Journey, name: string): Promise<ListedProduct> {
  const { body } = await journey.ask<{ products: ListedProduct[] }>(
    'GET',
    `/api/product?search=${encodeURIComponent(name)}`,
  )
  const product = body.products.find((candidate) => candidate.name === name)
  if (product === undefined) throw new Error(`The shop sells no ${name}`)
  return product
}

/** The available quantity of every colour and size that the API shows, such as { 'black S': 12 }. */
export async function shownStockOf(journey: Journey, name: string): Promise<Record<string, number>> {
  const { id } = await findProduct(journey, name)
  const { body } = await journey.ask<{
    product: { stock: { color: string; size: string; quantity: number }[] }
  }>('GET', `/api/product/${id}`)
  return Object.fromEntries(
    body.product.stock.map(({ color, size, quantity }) => [`${color} ${size}`.trim(), quantity]),
  )
}

export type Line = { name: string; color: string; size: string; quantity: number; price: number }

/** A correct body for POST /api/payment/initialize. */
export async function orderBody(journey: Journey, line: Line, who: Person) {
  const product = await findProduct(journey, line.name)
  const shippingFee = PLACES[0]?.amount ?? 0
  const { email, ...rest } = who
  return {
    items: [
      {
        productId: product.id,
        name: line.name,
        price: line.price,
        image: product.image,
        quantity: line.quantity,
        color: line.color,
        size: line.size,
      },
    ],
    shippingInfo: { ...rest, email, country: 'Nigeria' },
    email,
    totalAmount: line.price * line.quantity + shippingFee,
    shippingFee,
    shippingLocation: YABA,
  }
}

export type StoredMail = { recipient: string; subject: string; text: string }

export async function listMailbox(journey: Journey, email: string): Promise<StoredMail[]> {
  const { body } = await journey.ask<StoredMail[]>('GET', '/dev/mailbox.json')
  return body.filter((mail) => mail.recipient === email)
}
