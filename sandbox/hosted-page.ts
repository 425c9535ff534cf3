import { type Context, Hono } from 'hono'
import { findTestCard, readCard } from './card.ts'
import { answerBank, answerCode, isPayable, leaveStep, presentCard } from './charge.ts'
import { checkoutView, goneView, messageView, paidView, type Shown, stepView } from './checkout-view.ts'
import type { Html } from './frame-view.ts'
import type { Gateway } from './gateway.ts'
import { remoteAddress } from './request.ts'
import { stylesheet, stylesheetName } from './style.ts'
import { cancelUrl, metadataText, returnUrl, type Transaction } from './transaction.ts'

type Field = 'number' | 'expiry' | 'cvv' | 'card' | 'pin' | 'otp' | 'decision'

/** The payment page: plain forms, each POST followed by a redirect, nothing that needs script. */
export function hostedPage(gateway: Gateway): Hono {
  const basePath = new URL(gateway.options.publicUrl).pathname.replace(/\/$/, '')
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
    merchant: metadataText(transaction, 'merchant_name') ?? gateway.options.merchantName ?? 'Test merchant',
    returnUrl: returnUrl(transaction),
  })

  const find = (c: Context) => {
    const transaction = gateway.ledger.findTransactionByAccessCode(c.req.param('code') ?? '')
    return transaction && gateway.current(transaction)
  }

  const expired = (transaction: Transaction) =>
    isPayable(transaction) &&
    !transaction.step &&
    gateway.now().getTime() - Date.parse(transaction.createdAt) >= gateway.pageLifetimeMs

  /** The page for the state of the transaction. */
  const page = (c: Context, transaction: Transaction | undefined) => {
    protect(c, transaction)
    if (!transaction) return c.html(goneView(basePath, 'unknown'), 404)
    const shown = show(transaction)
    if (transaction.status === 'success') return c.html(paidView(shown))
    if (transaction.status === 'reversed' || transaction.status === 'reversal_pending') {
      return c.html(
        messageView(shown, 'This payment was refunded', 'The money is on its way back to the payer.'),
      )
    }
    if (!isPayable(transaction)) {
      return c.html(
        messageView(shown, 'This payment is being processed', 'There is nothing more to do here.'),
      )
    }
    if (expired(transaction)) return c.html(goneView(basePath, 'expired', shown), 410)
    if (transaction.step) return c.html(stepView(shown, transaction.step))
    if (c.req.query('left') !== undefined) {
      return c.html(messageView(shown, 'Payment cancelled', 'Nothing was charged. You can close this page.'))
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
    change: (
      transaction: Transaction,
      form: (field: Field) => string,
      c: Context,
    ) => Transaction | { refusal: Html },
  ) =>
    pages.post(`/checkout/:code/${path}`, async (c) => {
      const body = await c.req.parseBody()
      const form = (field: Field) => (typeof body[field] === 'string' ? body[field].slice(0, 100) : '')
      const transaction = find(c)
      if (!transaction || expired(transaction)) return page(c, transaction)
      const changed = change(transaction, form, c)
      protect(c, transaction)
      if ('refusal' in changed) return c.html(changed.refusal, 422)
      await gateway.commit(changed)
      const destination = changed.status === 'success' ? returnUrl(changed) : undefined
      return destination ? c.redirect(destination, 303) : toPage(c, changed)
    })

  act('card', (transaction, form, c) => {
    if (!isPayable(transaction)) return transaction
    const entry = { number: form('number'), expiry: form('expiry'), cvv: form('cvv') }
    const read = readCard(entry, gateway.now())
    if (read.ok) return presentCard(transaction, read.card, read.expiry, gateway.now(), remoteAddress(c))
    return { refusal: checkoutView(show(transaction), { entry, errors: read.errors }) }
  })

  act('test-card', (transaction, form, c) => {
    const card = findTestCard(form('card'))
    if (!card) return transaction
    const expiry = { month: '12', year: String(gateway.now().getUTCFullYear() + 4) }
    return presentCard(transaction, card, expiry, gateway.now(), remoteAddress(c))
  })

  act('pin', (transaction, form) => answerCode(transaction, 'pin', form('pin').trim(), gateway.now()))
  act('otp', (transaction, form) =>
    answerCode(transaction, 'otp', form('otp').replace(/\s/g, ''), gateway.now()),
  )
  act('bank', (transaction, form) => {
    const decision = form('decision')
    if (decision !== 'approve' && decision !== 'refuse') return transaction
    return answerBank(transaction, decision === 'approve', gateway.now())
  })
  act('other-card', (transaction) => leaveStep(transaction))

  pages.post('/checkout/:code/cancel', async (c) => {
    const transaction = find(c)
    if (!transaction) return page(c, undefined)
    protect(c, transaction)
    if (!isPayable(transaction)) return toPage(c, transaction)
    await gateway.commit(leaveStep(transaction))
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
