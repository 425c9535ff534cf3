/** Screens that hold what only their visitor may see, or that lead to money: no cache keeps them, no search engine calls. */
export const PRIVATE_SCREENS = [
  '/checkout',
  '/payment',
  '/orders',
  '/home',
  '/login',
  '/signup',
  '/verify-signup',
  '/forgot-password',
  '/reset-otp',
  '/reset-password',
  '/stock-alert',
] as const

export function isPrivatePath(path: string): boolean {
  return PRIVATE_SCREENS.some((screen) => path === screen || path.startsWith(`${screen}/`))
}
