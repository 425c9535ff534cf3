export type CardStep = 'pin' | 'otp' | 'bank'

export type TestCard = {
  name: 'success' | 'pin' | 'otp' | 'bank' | 'declined' | 'insufficient'
  /** The one-press button. */
  button: string
  /** What pressing it shows. */
  shows: string
  number: string
  cvv: string
  brand: 'visa' | 'verve'
  steps: readonly CardStep[]
  pin?: string
  otp?: string
  /** What the bank says when it refuses; undefined approves. */
  refusal?: string
}

/** Paystack's published test cards; any future date is valid. [paystack.com/docs/payments/test-payments] */
export const testCards: readonly TestCard[] = [
  {
    name: 'success',
    button: 'Pay with test card',
    shows: 'Approved at once',
    number: '4084084084084081',
    cvv: '408',
    brand: 'visa',
    steps: [],
  },
  {
    name: 'declined',
    button: 'Decline',
    shows: 'The bank says no',
    number: '4084080000005408',
    cvv: '001',
    brand: 'visa',
    steps: [],
    refusal: 'Declined',
  },
  {
    name: 'insufficient',
    button: 'Insufficient funds',
    shows: 'Not enough money in the account',
    number: '4084080000670037',
    cvv: '787',
    brand: 'visa',
    steps: [],
    refusal: 'Insufficient Funds',
  },
  {
    name: 'pin',
    button: 'Card with PIN',
    shows: 'Asks for PIN 1111',
    number: '507850785078507812',
    cvv: '081',
    brand: 'verve',
    steps: ['pin'],
    pin: '1111',
  },
  {
    name: 'otp',
    button: 'Card with PIN and code',
    shows: 'PIN 1234, then code 123456',
    number: '5060666666666666666',
    cvv: '123',
    brand: 'verve',
    steps: ['pin', 'otp'],
    pin: '1234',
    otp: '123456',
  },
  {
    name: 'bank',
    button: 'Card with bank page',
    shows: 'Asks for approval at the bank',
    number: '4084080000000409',
    cvv: '000',
    brand: 'visa',
    steps: ['bank'],
  },
]

export function findTestCard(name: string | undefined): TestCard | undefined {
  return testCards.find((card) => card.name === name)
}

export type CardEntry = { number: string; expiry: string; cvv: string }
export type CardErrors = { number?: string; expiry?: string; cvv?: string }
export type CardExpiry = { month: string; year: string }

/** Parses the card form. A number that is not a test card is refused and never stored. */
export function readCard(
  entry: CardEntry,
  now: Date,
): { ok: true; card: TestCard; expiry: CardExpiry } | { ok: false; errors: CardErrors } {
  const errors: CardErrors = {}
  const digits = entry.number.replace(/[\s-]/g, '')
  const card = testCards.find((candidate) => candidate.number === digits)
  if (!digits) errors.number = 'Enter the card number'
  else if (!/^\d{12,19}$/.test(digits)) errors.number = 'Enter a card number of 12 to 19 digits'
  else if (!card) errors.number = 'This is a sandbox: use one of the test cards, never a real card'

  const expiry = readExpiry(entry.expiry)
  if (!entry.expiry.trim()) errors.expiry = 'Enter the expiry date'
  else if (!expiry) errors.expiry = 'Enter the expiry date as month and year, like 09 / 30'
  else if (hasExpired(expiry, now)) errors.expiry = 'This date is in the past: enter a future date'

  const cvv = entry.cvv.trim()
  if (!cvv) errors.cvv = 'Enter the security code (CVV)'
  else if (!/^\d{3,4}$/.test(cvv)) errors.cvv = 'Enter the 3 or 4 digits of the security code (CVV)'
  else if (card && card.cvv !== cvv) errors.cvv = 'This security code (CVV) does not belong to the card'

  if (!card || !expiry || Object.keys(errors).length > 0) return { ok: false, errors }
  return { ok: true, card, expiry }
}

function readExpiry(text: string): CardExpiry | undefined {
  const match = /^\s*(0?[1-9]|1[0-2])\s*[/\-. ]\s*(\d{2}|20\d{2})\s*$|^\s*(0[1-9]|1[0-2])(\d{2})\s*$/.exec(
    text,
  )
  const month = match?.[1] ?? match?.[3]
  const year = match?.[2] ?? match?.[4]
  if (!month || !year) return undefined
  return { month: month.padStart(2, '0'), year: year.length === 2 ? `20${year}` : year }
}

/** A card is valid until the end of its month. */
function hasExpired(expiry: CardExpiry, now: Date): boolean {
  return Date.UTC(Number(expiry.year), Number(expiry.month), 1) <= now.getTime()
}
