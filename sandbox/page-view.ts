import { html } from 'hono/html'
import { type CardEntry, type CardErrors, findTestCard, type TestCard, testCards } from './card.ts'
import { MAX_WRONG_TRIES } from './charge.ts'
import type { OpenStep, Transaction } from './ledger.ts'
import { stylesheetName } from './stylesheet.ts'

const naira = new Intl.NumberFormat('en-NG', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** With the currency's code, as the provider's own page has it: the fonts of a phone need not contain its sign. */
const nairaText = (kobo: number) => `NGN ${naira.format(kobo / 100)}`

export type Html = ReturnType<typeof html>

const shapes = {
  lock: html`<rect x="4" y="9" width="12" height="8" rx="1.5"/><path d="M6.5 9V6.5a3.5 3.5 0 0 1 7 0V9"/>`,
  shield: html`<path d="M10 2l6.5 2.4v4.7c0 4-2.7 7.2-6.5 8.9-3.8-1.7-6.5-4.9-6.5-8.9V4.4z"/><path d="M7 9.8l2.2 2.2L13.2 8"/>`,
  warning: html`<path d="M10 3l7.5 13.5h-15z"/><path d="M10 8.2v3.8M10 14.2v.1"/>`,
  tick: html`<circle cx="10" cy="10" r="8"/><path d="M6.3 10.3l2.6 2.6 4.9-5.3"/>`,
}

function icon(name: keyof typeof shapes): Html {
  return html`<svg class="icon icon-${name}" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" focusable="false" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round">${shapes[name]}</svg>`
}

/** The frame of every page of the sandbox, with the notice that no money moves. */
function frame(basePath: string, title: string, content: Html): Html {
  return html`<!doctype html>
<html lang="en-NG">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light">
<title>${title} – Sandbox Pay</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${basePath}/assets/${stylesheetName}">
</head>
<body>
<header class="strip"><p><strong>Sandbox – no real money.</strong> Never type a real card here.</p></header>
<main>${content}</main>
<footer><p>${icon('lock')} Card details are checked on this page and kept nowhere. The merchant never sees them.</p></footer>
</body>
</html>`
}

/** What a page shows about one payment. */
export type Shown = {
  basePath: string
  transaction: Transaction
  merchant: string
  returnUrl: string | undefined
}

type Typed = { entry: CardEntry; errors: CardErrors }

const path = (shown: Shown, action: string) =>
  `${shown.basePath}/checkout/${shown.transaction.accessCode}/${action}`

const summary = (shown: Shown) => html`
<section class="summary" aria-label="What you are paying">
  <p class="mark">${icon('shield')} Sandbox Pay</p>
  <h1><span class="payee">Pay ${shown.merchant}</span> <span class="amount">${nairaText(shown.transaction.amountKobo)}</span></h1>
  <dl>
    <div><dt>E-mail</dt><dd>${shown.transaction.email}</dd></div>
    <div><dt>Reference</dt><dd>${shown.transaction.reference}</dd></div>
  </dl>
</section>`

const ways = (shown: Shown, otherCard: boolean) => html`
<div class="ways">
  ${otherCard ? html`<form method="post" action="${path(shown, 'other-card')}"><button class="plain">Use another card</button></form>` : ''}
  <form method="post" action="${path(shown, 'cancel')}"><button class="plain">Cancel payment</button></form>
</div>`

const field = (input: {
  name: string
  label: string
  value?: string
  error?: string | undefined
  hint?: string
  autocomplete: string
  maxlength: number
  type?: 'password'
  placeholder?: string
}) => html`
<div class="field field-${input.name}">
  <label for="${input.name}">${input.label}</label>
  ${input.hint ? html`<p class="hint" id="${input.name}-hint">${input.hint}</p>` : ''}
  ${input.error ? html`<p class="error" id="${input.name}-error">${icon('warning')} ${input.error}</p>` : ''}
  <input id="${input.name}" name="${input.name}" type="${input.type ?? 'text'}" inputmode="numeric"
    autocomplete="${input.autocomplete}" maxlength="${input.maxlength}" value="${input.value ?? ''}"
    placeholder="${input.placeholder ?? ''}" required
    aria-invalid="${input.error ? 'true' : 'false'}"
    aria-describedby="${[input.hint && `${input.name}-hint`, input.error && `${input.name}-error`].filter(Boolean).join(' ')}">
</div>`

const problem = (title: string, content: Html | string) => html`
<div class="alert" role="alert" tabindex="-1" autofocus>
  ${icon('warning')}<div><h2>${title}</h2>${content}</div>
</div>`

/** The card form and the test cards; after a refusal also the reason and a link back to the merchant. */
export function checkoutView(shown: Shown, typed?: Typed): Html {
  const { transaction } = shown
  const errors: CardErrors = typed?.errors ?? {}
  const failed = transaction.status === 'failed' && !typed
  const links = (['number', 'expiry', 'cvv'] as const).flatMap((name) => {
    const error = errors[name]
    return error ? [html`<li><a href="#${name}">${error}</a></li>`] : []
  })
  return frame(
    shown.basePath,
    `${typed ? 'Error: ' : failed ? 'Not paid: ' : ''}Pay ${shown.merchant}`,
    html`
<div class="sheet">
  ${summary(shown)}
  <section class="act" aria-labelledby="card-heading">
    ${typed ? problem('Please check the card', html`<ul>${links}</ul>`) : ''}
    ${failed ? problem('Payment not made', refusalText(shown)) : ''}
    <h2 id="card-heading">${failed ? 'Try another card' : 'Pay with card'}</h2>
    <form method="post" action="${path(shown, 'card')}" novalidate class="card-form">
      ${field({ name: 'number', label: 'Card number', value: typed?.entry.number ?? '', error: errors.number, autocomplete: 'cc-number', maxlength: 30, placeholder: '0000 0000 0000 0000' })}
      <div class="pair">
        ${field({ name: 'expiry', label: 'Expiry date', value: typed?.entry.expiry ?? '', error: errors.expiry, autocomplete: 'cc-exp', maxlength: 9, placeholder: 'MM / YY' })}
        ${field({ name: 'cvv', label: 'CVV', error: errors.cvv, autocomplete: 'cc-csc', maxlength: 4, type: 'password', placeholder: '•••' })}
      </div>
      <button class="main">${icon('lock')} Pay ${nairaText(transaction.amountKobo)}</button>
    </form>
    ${ways(shown, false)}
  </section>
</div>
<section class="tests" aria-labelledby="tests-heading">
  <h2 id="tests-heading">Test cards</h2>
  <p>One press tries the card. Or type its number above, with any future date.</p>
  <ul>${testCards.map((card) => testCardRow(shown, card))}</ul>
</section>`,
  )
}

function refusalText(shown: Shown): Html {
  const reason = shown.transaction.gatewayResponse
  const told =
    reason === 'Insufficient Funds'
      ? 'There is not enough money in the account.'
      : reason === 'Declined'
        ? 'Your bank declined the card.'
        : `Your bank said: ${reason}.`
  return html`<p>${told} Nothing was charged.
    ${shown.returnUrl ? html`<a href="${shown.returnUrl}">Return to ${shown.merchant}</a>` : ''}</p>`
}

const testCardRow = (shown: Shown, card: TestCard) => html`
<li>
  <form method="post" action="${path(shown, 'test-card')}">
    <button name="card" value="${card.name}" class="test test-${card.name}" aria-describedby="test-${card.name}">${card.button}</button>
  </form>
  <p id="test-${card.name}"><span>${card.shows}</span> <span class="digits">${card.number.replace(/(\d{4})(?=\d)/g, '$1 ')} · CVV ${card.cvv}</span></p>
</li>`

/** The PIN, one-time code and bank questions. */
export function stepView(shown: Shown, step: OpenStep): Html {
  const card = findTestCard(step.card)
  const left = MAX_WRONG_TRIES - step.wrongTries
  const tries = left === 1 ? 'One try is left.' : `${left} tries are left.`
  const ending = html`card ending <span class="digits">${shown.transaction.card?.last4 ?? ''}</span>`
  const question =
    step.kind === 'bank'
      ? html`
    <h2>TEST BANK needs your approval</h2>
    <p>Approve ${nairaText(shown.transaction.amountKobo)} to ${shown.merchant} with the ${ending}.</p>
    <form method="post" action="${path(shown, 'bank')}" class="choice">
      <button class="main" name="decision" value="approve">Approve payment</button>
      <button class="second" name="decision" value="refuse">Refuse</button>
    </form>`
      : html`
    <h2>${step.kind === 'pin' ? 'Enter your card PIN' : 'Enter the code from your bank'}</h2>
    <p>${step.kind === 'pin' ? html`Your bank asks for the PIN of the ${ending}.` : html`TEST BANK sent a 6-digit code to the phone of the ${ending}.`}</p>
    <form method="post" action="${path(shown, step.kind)}" novalidate>
      ${field({
        name: step.kind,
        label: step.kind === 'pin' ? 'Card PIN' : 'One-time code',
        hint: `Sandbox: ${(step.kind === 'pin' ? card?.pin : card?.otp) ?? ''} is right, anything else is wrong.`,
        error:
          step.wrongTries > 0
            ? `${step.kind === 'pin' ? 'That PIN' : 'That code'} is not right. ${tries}`
            : undefined,
        autocomplete: step.kind === 'pin' ? 'off' : 'one-time-code',
        maxlength: step.kind === 'pin' ? 4 : 8,
        ...(step.kind === 'pin' ? { type: 'password' as const } : {}),
      })}
      <button class="main">Continue</button>
    </form>`
  const wrong = step.wrongTries > 0
  return frame(
    shown.basePath,
    `${wrong ? 'Error: ' : ''}Confirm your payment to ${shown.merchant}`,
    html`
<div class="sheet">
  ${summary(shown)}
  <section class="act">
    ${wrong ? problem('Please check', html`<ul><li><a href="#${step.kind}">${step.kind === 'pin' ? 'That PIN' : 'That code'} is not right. ${tries}</a></li></ul>`) : ''}
    ${question}
    ${ways(shown, true)}
  </section>
</div>`,
  )
}

/** The end of the way: a tick if the payment was made, else a message. */
export function endView(shown: Shown, title: string, text: string, isPaid = false): Html {
  const { returnUrl, merchant } = shown
  const link = `${isPaid ? 'Continue' : 'Return'} to ${merchant}`
  return frame(
    shown.basePath,
    isPaid ? `Paid ${merchant}` : title,
    html`
<div class="sheet">
  ${summary(shown)}
  <section class="act done">
    ${isPaid ? icon('tick') : ''}
    <h2>${title}</h2>
    <p>${text}</p>
    ${returnUrl ? html`<p><a class="main" href="${returnUrl}">${link}</a></p>` : ''}
    ${isPaid && !returnUrl ? html`<p>You can close this page.</p>` : ''}
  </section>
</div>`,
  )
}

export function paidView(shown: Shown): Html {
  const paid = `${shown.merchant} has been paid ${nairaText(shown.transaction.amountKobo)}.`
  return endView(shown, 'Payment made', `${paid} This page cannot be used again.`, true)
}

/** There is no payment to show: the code is unknown, or its page has expired. */
export function goneView(basePath: string, expired?: Shown): Html {
  const title = expired ? 'This payment page has expired' : 'Payment page not found'
  const before = expired
    ? 'Nothing was charged. Go back to the shop'
    : 'Check the address, or go back to the shop'
  const { returnUrl, merchant } = expired ?? {}
  return frame(
    basePath,
    title,
    html`
<div class="sheet lone">
  <section class="act done">
    <h1>${title}</h1>
    <p>${before} and start the payment again.</p>
    ${returnUrl ? html`<p><a class="main" href="${returnUrl}">Return to ${merchant}</a></p>` : ''}
  </section>
</div>`,
  )
}
