import { isAllowed, type Permission, type Role } from '#shared/contract/permission.ts'
import type { Drawing } from '#ui/icon.tsx'

export type Screen = { to: string; label: string; permission: Permission; icon?: Drawing }

/** The bar at the bottom of a phone and the side of a desk: what is used every day. */
const DAILY = [
  {
    to: '/',
    label: 'Today',
    permission: 'own-account',
    icon: { d: 'M4 5h16v16H4zM4 10h16M8.5 2.5V7M15.5 2.5V7' },
  },
  {
    to: '/orders',
    label: 'Orders',
    permission: 'order',
    icon: { d: 'M3 8 12 3l9 5v8l-9 5-9-5zM3 8l9 5 9-5M12 13v8' },
  },
  {
    to: '/sell',
    label: 'Sell',
    permission: 'sell',
    icon: { d: 'M3 12V3h9l9 9-9 9zM7.5 7.5h.1' },
  },
] as const satisfies Screen[]

/** Under More on a phone. */
const RARE = [
  { to: '/pack', label: 'Pack', permission: 'parcel' },
  { to: '/paid', label: 'Is it paid?', permission: 'order' },
  { to: '/money', label: 'Money', permission: 'takings' },
  { to: '/staff', label: 'People', permission: 'staff' },
  { to: '/alerts', label: 'Alerts', permission: 'alert.settings' },
  { to: '/audit', label: 'Audit', permission: 'audit' },
  { to: '/account', label: 'Your account', permission: 'own-account' },
] as const satisfies Screen[]

export const SCREENS: readonly Screen[] = [...DAILY, ...RARE]

/** Whether a role may see what is at a path: below `/orders` is what Orders leads to. */
export function maySee(role: Role, path: string): boolean {
  const screen = SCREENS.find(({ to }) => path === to || (to !== '/' && path.startsWith(`${to}/`)))
  return screen === undefined || isAllowed(role, screen.permission)
}

/** A screen that the role may not see is not there. */
const shownTo =
  <S extends Screen>(screens: readonly S[]) =>
  (role: Role): S[] =>
    screens.filter(({ permission }) => isAllowed(role, permission))

export const dailyScreens = shownTo(DAILY)
export const rareScreens = shownTo(RARE)
