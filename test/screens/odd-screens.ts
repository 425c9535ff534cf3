import { setInterval } from 'node:timers/promises'
import { heading } from '#test/support/shopper.ts'
import type { Screen, Walk } from './screen.ts'
import { DELIVERY, MEMBER, signIn } from './shopper-state.ts'
import type { Stage } from './stage.ts'

const MAIL_MS = 60_000

/** Makes the shop send a mail unless there is one, and returns the path of its page. */
async function findMail({ shop }: Stage): Promise<string> {
  const response = await fetch(`${shop.url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...MEMBER, fullName: DELIVERY.fullName, password: 'Danfo-Yellow-1' }),
  })
  await response.arrayBuffer()
  for await (const _ of setInterval(100, undefined, { signal: AbortSignal.timeout(MAIL_MS) })) {
    const [mail] = (await (await fetch(`${shop.url}/dev/mailbox.json`)).json()) as { id: string }[]
    if (mail) return `/dev/mailbox/${mail.id}`
  }
  throw new Error('No mail came')
}

/** Screens outside of the other groups: error pages, and the pages for developers. */
const SCREENS: Screen[] = [
  {
    name: 'other/not-found',
    proves: ['2.14', '8.34'],
    shows: ['404', 'Oops! Page not found', 'Return to Home'],
    open: async ({ page, visit }) => {
      await visit('/no/such/page')
      await heading(page, '404').waitFor()
    },
  },
  {
    name: 'other/broken',
    complaint: /TypeError/,
    open: async (stage) => {
      await signIn(stage)
      await stage.respond('order/my-orders', { no: 'list' })
      await stage.visit('/orders')
      await heading(stage.page, 'Something broke').waitFor()
    },
  },
  {
    name: 'other/stop-alerts',
    open: async ({ page, visit }) => {
      await visit('/stock-alert/some-id')
      await heading(page, 'No more alerts?').waitFor()
    },
  },
  {
    name: 'other/alerts-stopped',
    open: async ({ page, visit }) => {
      await visit('/stock-alert/some-id?stopped=true')
      await heading(page, 'Alerts cancelled').waitFor()
    },
  },
  {
    name: 'other/skip-link',
    isOver: true,
    open: async ({ page, visit }) => {
      await visit('/')
      await page.keyboard.press('Tab')
    },
  },
  {
    name: 'other/mailbox',
    open: async (stage) => {
      await findMail(stage)
      await stage.page.goto('/dev/mailbox')
      await heading(stage.page, 'Mailbox').waitFor()
    },
  },
  {
    name: 'other/mail',
    open: async (stage) => {
      await stage.page.goto(await findMail(stage))
      await heading(stage.page, 'As plain text').waitFor()
    },
  },
  {
    name: 'other/api-docs',
    open: async ({ page }) => {
      await page.goto('/api/docs')
      await heading(page, /API$/).waitFor()
    },
  },
]

export const ODD_WALKS = SCREENS.map((screen): Walk => [screen])
