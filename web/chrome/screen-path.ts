/** Screens that the chrome links to from several places. */
export const SCREEN_PATHS = { home: '/', orders: '/orders', login: '/login' } as const
