import { type Context, Hono } from 'hono'
import { isWebUrl } from './api.ts'
import { findTestCard, readCard } from './card.ts'
import { answerBank, answerCode, isPayable, leaveStep, presentCard } from './charge.ts'
import type { Gateway } from './gateway.ts'
import type { Transaction } from './ledger.ts'
import { checkoutView, endView, goneView, type Html, paidView, type Shown, stepView } from './page-view.ts'
import { stylesheet, stylesheetName } from './stylesheet.ts'

/** How long a page can be paid. */
const PAGE_LIFETIME_MS = 24 * 3_600_000

type Field = 'number' | 'expiry' | 'cvv' | 'card' | 'pin' | 'otp' | 'decision'

/** The payment page: plain forms, each POST followed by a redirect, nothing that needs script. */
export function hostedPage({ ledger, bank, now, publicUrl, merchantName }: Gateway): Hono {
  const basePath = new URL(publicUrl).pathname.replace(/\/$/, '')
  const pages = new Hono()

  pages.get(`/assets/${stylesheetName}`, (c) =>
    c.body(stylesheet, 200, {
      'Content-Type': 'text/css; charset=utf-8',
      'Cache-Control': 'public, max-age=31536000, immutable',
      'X-Content-Type-Options': 'nosniff',
    }),
  )

  const show = (transaction: Transaction): Shown => ({
    basePath,
    transaction,
    merchant: metadataText(transaction, 'merchant_name') ?? merchantName,
    returnUrl: returnUrl(transaction),
  })

  const find = (c: Context) => {
    const transaction = ledger.findTransactionByAccessCode(c.req.param('code') ?? '')
    return transaction && bank.current(transaction)
  }

  const expired = (transaction: Transaction) =>
    isPayable(transaction) &&
    !transaction.step &&
    now().getTime() - Date.parse(transaction.createdAt) >= PAGE_LIFETIME_MS

  /** The page for the state of the transaction. */
  const page = (c: Context, transaction: Transaction | undefined) => {
    protect(c, transaction)
    if (!transaction) return c.html(goneView(basePath), 404)
    const shown = show(transaction)
    if (transaction.status === 'success') return c.html(paidView(shown))
    if (transaction.status === 'reversed' || transaction.status === 'reversal_pending') {
      return c.html(endView(shown, 'This payment was refunded', 'The money is on its way back to the payer.'))
    }
    if (!isPayable(transaction)) {
      return c.html(endView(shown, 'This payment is being processed', 'There is nothing more to do here.'))
    }
    if (expired(transaction)) return c.html(goneView(basePath, shown), 410)
    if (transaction.step) return c.html(stepView(shown, transaction.step))
    if (c.req.query('left') !== undefined) {
      return c.html(endView(shown, 'Payment cancelled', 'Nothing was charged. You can close this page.'))
    }
    return c.html(checkoutView(shown))
  }

  pages.get('/checkout/:code', (c) => page(c, find(c)))

  const toPage = (c: Context, transaction: Transaction, query = '') =>
    c.redirect(`${basePath}/checkout/${transaction.accessCode}${query}`, 303)

  /**
   * Applies the payer's action, saves the transaction and redirects: to the merchant once it is paid, otherwise to the
   * page. Reading, changing and saving happen without an await in between, so a second press of a button finds the
   * payment made and only redirects.
   */
  const act = (
    path: string,
    change: (transaction: Transaction, form: (field: Field) => string) => Transaction | { refusal: Html },
  ) =>
    pages.post(`/checkout/:code/${path}`, async (c) => {
      const body = await c.req.parseBody()
      const form = (field: Field) => (typeof body[field] === 'string' ? body[field].slice(0, 100) : '')
      const transaction = find(c)
      if (!transaction || expired(transaction)) return page(c, transaction)
      const changed = change(transaction, form)
      protect(c, transaction)
      if ('refusal' in changed) return c.html(changed.refusal, 422)
      await bank.save(changed)
      const destination = changed.status === 'success' ? returnUrl(changed) : undefined
      return destination ? c.redirect(destination, 303) : toPage(c, changed)
    })

  act('card', (transaction, form) => {
    if (!isPayable(transaction)) return transaction
    const entry = { number: form('number'), expiry: form('expiry'), cvv: form('cvv') }
    const read = readCard(entry, now())
    if (read.ok) return presentCard(transaction, read.card, read.expiry, now())
    return { refusal: checkoutView(show(transaction), { entry, errors: read.errors }) }
  })

  act('test-card', (transaction, form) => {
    const card = findTestCard(form('card'))
    if (!card) return transaction
    const expiry = { month: '12', year: String(now().getUTCFullYear() + 4) }
    return presentCard(transaction, card, expiry, now())
  })

  act('pin', (transaction, form) => answerCode(transaction, 'pin', form('pin').trim(), now()))
  act('otp', (transaction, form) => answerCode(transaction, 'otp', form('otp').replace(/\s/g, ''), now()))
  act('bank', (transaction, form) => {
    const decision = form('decision')
    if (decision !== 'approve' && decision !== 'refuse') return transaction
    return answerBank(transaction, decision === 'approve', now())
  })
  act('other-card', (transaction) => leaveStep(transaction))

  pages.post('/checkout/:code/cancel', async (c) => {
    const transaction = find(c)
    if (!transaction) return page(c, undefined)
    protect(c, transaction)
    if (!isPayable(transaction)) return toPage(c, transaction)
    await bank.save(leaveStep(transaction))
    const destination = cancelUrl(transaction)
    return destination ? c.redirect(destination, 303) : toPage(c, transaction, '?left')
  })

  return pages
}

/**
 * Headers of a page that takes cards: no script, one stylesheet, no framing, no caching. Browsers also check the
 * redirect of a form against form-action, so the merchant's own origins are listed next to the page's.
 */
function protect(c: Context, transaction: Transaction | undefined): void {
  const ways = transaction ? [returnUrl(transaction), cancelUrl(transaction)] : []
  const origins = new Set(ways.filter((way) => way !== undefined).map((way) => new URL(way).origin))
  c.header(
    'Content-Security-Policy',
    `default-src 'none'; style-src 'self'; img-src data:; form-action ${["'self'", ...origins].join(' ')}; ` +
      "base-uri 'none'; frame-ancestors 'none'",
  )
  c.header('X-Content-Type-Options', 'nosniff')
  c.header('Referrer-Policy', 'same-origin')
  c.header('Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=()')
  c.header('Cache-Control', 'no-store')
  c.header('X-Robots-Tag', 'noindex')
}

/** Where the payer goes after paying: the callback with the reference in two parameters, as Paystack sends it. */
function returnUrl({ callbackUrl, reference }: Transaction): string | undefined {
  if (!callbackUrl) return undefined
  const url = new URL(callbackUrl)
  url.searchParams.set('trxref', reference)
  url.searchParams.set('reference', reference)
  return url.href
}

/** Where a payer who cancels goes: metadata.cancel_action, else the callback. [paystack.com/docs/payments/metadata] */
function cancelUrl(transaction: Transaction): string | undefined {
  const requested = metadataText(transaction, 'cancel_action')
  return isWebUrl(requested) ? requested : returnUrl(transaction)
}

function metadataText({ metadata }: Transaction, key: string): string | undefined {
  const value: unknown = Object(metadata)[key]
  return typeof value === 'string' && value.trim() ? value.trim() : undefined
}
