import { createStored, isRecord, readStored } from './stored.ts'

/** What was typed at checkout, stored in the browser so that a reload or a failed payment loses nothing. */
export type Draft = {
  fullName: string
  email: string
  phone: string
  address: string
  state: string
  city: string
  shippingLocation: string
}

/** `owner` is the signed-in user's id, or null for a guest: other users of this browser must not see it. */
type StoredDraft = { owner: string | null; fields: Draft }

export const BLANK_DRAFT: Draft = {
  fullName: '',
  email: '',
  phone: '',
  address: '',
  state: '',
  city: '',
  shippingLocation: '',
}

const FIELD_MAX_CHARS = 500

type CheckoutDraft = {
  save: (fields: Draft, shopper: Shopper) => void
  forget: () => void
}

const NOTHING: StoredDraft = { owner: null, fields: BLANK_DRAFT }

/** No screen follows it: a form takes it when it opens (`readDraft`), and is then ahead of it. */
export const useCheckoutDraft = createStored<StoredDraft, CheckoutDraft>({
  name: 'checkout-draft',
  parse: parseDraft,
  actions: (set) => ({
    save: (fields, shopper) => set({ owner: shopper?.id ?? null, fields }),
    forget: () => set(NOTHING),
  }),
})

/** Nothing when it is foreign or broken. Unusable fields are blank. */
function parseDraft({ owner, fields }: Readonly<Record<string, unknown>>): StoredDraft {
  if (!isRecord(fields)) return NOTHING
  if (owner !== null && typeof owner !== 'string') return NOTHING
  const draft = { ...BLANK_DRAFT }
  for (const name of Object.keys(BLANK_DRAFT) as (keyof Draft)[]) {
    const field = fields[name]
    if (typeof field === 'string' && field.length <= FIELD_MAX_CHARS) draft[name] = field
  }
  return { owner, fields: draft }
}

/** Whether no address is typed yet. Somebody else's name is the beginning of one: the parcel goes to them. */
export function hasNoAddress({ fullName, phone, address, state, city }: Draft, shopper: Shopper): boolean {
  const isNameKnown = ['', shopper?.fullName.trim()].includes(fullName.trim())
  return isNameKnown && [phone, address, state, city].every((typed) => typed === '')
}

type Shopper = { id: string; fullName: string; email?: string } | null

/**
 * The form's initial values. A guest's draft stays when they sign in, as it is the same person continuing, and is a
 * member's from then on; a member's draft is shown only to that member. The account's email fills an empty field and replaces a guest's.
 */
export function startingDraft(stored: StoredDraft, shopper: Shopper): Draft {
  const owner = shopper?.id ?? null
  const isTheirs = stored.owner === owner || stored.owner === null
  const fields = isTheirs ? stored.fields : BLANK_DRAFT
  const isOwn = isTheirs && stored.owner === owner
  const email = isOwn && fields.email !== '' ? fields.email : (shopper?.email ?? fields.email)
  return { ...fields, email, fullName: fields.fullName || (shopper?.fullName ?? '') }
}

/** The last place chosen, on any page, is the delivery place. */
export function withPlace(draft: Draft, place: string | null): Draft {
  return place === null ? draft : { ...draft, shippingLocation: place }
}

export function readDraft(shopper: Shopper): Draft {
  return startingDraft(readStored(useCheckoutDraft), shopper)
}
