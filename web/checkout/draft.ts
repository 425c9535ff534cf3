import { recall, remember } from './browser-memory.ts'

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
export type StoredDraft = { owner: string | null; fields: Draft }

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

/** Parses the stored draft; undefined when it is foreign or broken. Unusable fields are blank. */
export function parseDraft(text: string | null): StoredDraft | undefined {
  let value: unknown
  try {
    value = JSON.parse(text ?? 'null')
  } catch {
    return undefined
  }
  if (typeof value !== 'object' || value === null) return undefined
  const { owner, fields } = value as { owner?: unknown; fields?: unknown }
  if (owner !== null && typeof owner !== 'string') return undefined
  if (typeof fields !== 'object' || fields === null) return undefined
  const draft = { ...BLANK_DRAFT }
  for (const name of Object.keys(BLANK_DRAFT) as (keyof Draft)[]) {
    const field = (fields as Record<string, unknown>)[name]
    if (typeof field === 'string' && field.length <= FIELD_MAX_CHARS) draft[name] = field
  }
  return { owner, fields: draft }
}

type Shopper = { id: string; fullName: string; email?: string } | null

/**
 * The form's initial values. A guest's draft stays when they sign in, as it is the same person continuing; a member's draft
 * is shown only to that member. The account's email fills an empty field and replaces a guest's.
 */
export function startingDraft(stored: StoredDraft | undefined, shopper: Shopper): Draft {
  const owner = shopper?.id ?? null
  const isTheirs = stored !== undefined && (stored.owner === owner || stored.owner === null)
  const fields = isTheirs ? stored.fields : BLANK_DRAFT
  const isOwn = isTheirs && stored.owner === owner
  const email = isOwn && fields.email !== '' ? fields.email : (shopper?.email ?? fields.email)
  return { ...fields, email, fullName: fields.fullName || (shopper?.fullName ?? '') }
}

/** The last place chosen, on any page, is the delivery place. */
export function withPlace(draft: Draft, place: string | null): Draft {
  return place === null ? draft : { ...draft, shippingLocation: place }
}

const KEY = 'checkout-draft'

export function readDraft(shopper: Shopper): Draft {
  return startingDraft(parseDraft(recall(KEY)), shopper)
}

export function keepDraft(fields: Draft, shopper: Shopper): void {
  remember(KEY, { owner: shopper?.id ?? null, fields } satisfies StoredDraft)
}

export function forgetDraft(): void {
  remember(KEY, null)
}
