import type { Visitor, VisitorOptions } from './browser.ts'

export type Person = {
  fullName: string
  email: string
  phone: string
  address: string
  state: string
  city: string
}

export type Member = {
  fullName: string
  email: string
  token: string
  user: { id: string; fullName: string; email: string }
}

/** A product, in a colour and size if it comes in several. */
export type Wanted = { name: string; color?: string; size?: string }

/** What the browser knows of a line may have changed in the shop since. */
type StoredLine = { quantity?: number; price?: number; qtyAvailable?: number }

/** What a shopper has left in their browser at an earlier visit. */
export type Belongings = {
  cart?: readonly (Wanted & StoredLine)[] | undefined
  /** Names of products. */
  wishlist?: readonly string[] | undefined
  /** They are logged in, in a session of this browser; `fullName` is what it knows as their name. */
  member?: Member | undefined
  /** What they typed into the checkout's form, for delivery to `place`. */
  typed?: Person | undefined
  place?: string | undefined
}

export type Journey = {
  url: () => string
  /**
   * Opens a new browser context on the shop, with what the shopper has left in that browser at an earlier visit. Its pages only
   * become idle if they have a service worker, or it is asked for.
   */
  visitor: (options?: VisitorOptions & Belongings) => Promise<Visitor>
  /** Calls the shop's API, as another customer's browser would. */
  ask: <Body>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<Answer<Body>>
  /** Runs one of the owner's commands while the shop is open. */
  command: (...command: string[]) => Promise<void>
  /** Calls the controls of the shop's sandbox, as the payment provider's staff or the bank would act. */
  sandbox: (path: '/__faults' | '/__advance' | '/__event', body: unknown) => Promise<void>
  /** Allows a line of the shop's log that this test causes on purpose. */
  expectLogLine: (pattern: RegExp) => void
}
/** `body` is undefined unless the response was JSON. */
export type Answer<Body> = { status: number; body: Body; text: string; headers: Headers }
