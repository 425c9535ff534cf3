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

/** Capitals lead to the same screens. */
export function isPrivatePath(path: string): boolean {
  const plain = path.toLowerCase()
  return PRIVATE_SCREENS.some((screen) => plain === screen || plain.startsWith(`${screen}/`))
}
