/** Screens that the chrome leads to. */
export const PLACES: Record<'home' | 'orders' | 'login', string> = {
  home: '/',
  orders: '/orders',
  login: '/login',
}
