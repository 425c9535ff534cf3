/** Screens that the chrome links to from several places. */
export const PLACES = { home: '/', orders: '/orders', login: '/login' } as const
