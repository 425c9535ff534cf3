/** How the state of an order is toned: green, yellow, red, grey. */
export const ORDER_TONE = { paid: 'good', pending: 'wait', failed: 'bad', cancelled: 'rest' } as const
