/** Who runs the shop. What each may do is the table below: routes, screens and their tests derive from it. */
export const ROLES = ['owner', 'manager', 'packer', 'catalogue', 'support', 'accountant'] as const
export type Role = (typeof ROLES)[number]

const EVERYONE: readonly Role[] = ROLES

const ROLES_WITH = {
  /** One's own account: sign-in, devices, passkeys. */
  'own-account': EVERYONE,
  order: ['owner', 'manager', 'packer', 'support', 'accountant'],
  /** Names and addresses of buyers. */
  'order.buyer': ['owner', 'manager', 'packer', 'support'],
  /** What was paid. */
  'order.money': ['owner', 'manager', 'support', 'accountant'],
  /** E-mail addresses, and phone numbers on a tap, which is recorded. */
  'order.contact': ['owner', 'manager', 'support'],
  /** Phone numbers at once. */
  'order.phone': ['owner', 'manager'],
  /** Orders that are not paid. */
  'order.unpaid': ['owner', 'manager', 'support', 'accountant'],
  /** What staff have written down about an order. */
  'order.note': ['owner', 'manager', 'packer', 'support'],
  /** Keeps an order from being packed, and lets it go. */
  'order.hold-back': ['owner', 'manager', 'support'],
  /** Closes what needed a person: a dispute that was answered, a late payment, a refund that was seen to. */
  'order.resolve': ['owner', 'manager'],
  'order.cancel': ['owner', 'manager', 'support'],
  /** Returns money, a manager up to a limit. */
  'order.refund': ['owner', 'manager'],
  /** Asks those who may return money to do it, and withdraws what oneself has asked. */
  'order.ask-refund': ['support'],
  /** Packs, sends, and says what has arrived or come back. */
  parcel: ['owner', 'manager', 'packer', 'support'],
  /** Places orders for buyers, who get a link to pay. */
  sell: ['owner', 'manager', 'support'],
  /** Promises buyers of late orders a new date. */
  'order.promise': ['owner', 'manager', 'support'],
  /** Sees and answers what buyers ask to send back. */
  return: ['owner', 'manager', 'support'],
  /** What was taken, by day. */
  takings: ['owner', 'manager', 'accountant'],
  stock: ['owner', 'manager', 'packer', 'catalogue'],
  /** Invites and suspends people, and gives them roles. */
  staff: ['owner'],
  audit: ['owner'],
  /** Is told of orders and disputes on their own devices. */
  alert: ['owner', 'manager'],
  /** To whom alerts go, and which. */
  'alert.settings': ['owner'],
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof ROLES_WITH
export const PERMISSIONS = Object.keys(ROLES_WITH) as Permission[]

export function isAllowed(role: Role, permission: Permission): boolean {
  return (ROLES_WITH[permission] as readonly Role[]).includes(role)
}

/** Refunds of one order above the shop's limit are the owner's. */
export function hasRefundLimit(role: Role): boolean {
  return role !== 'owner'
}

/** At a public address they sign in with a passkey, or with a password and a second factor. */
export function needsSecondFactor(role: Role): boolean {
  return role === 'owner' || role === 'manager'
}

export function rolesWith(permission: Permission): readonly Role[] {
  return ROLES_WITH[permission]
}
