/** Screens that the chrome leads to from several places. */
export const PLACES = { home: '/', orders: '/orders', login: '/login' } as const
