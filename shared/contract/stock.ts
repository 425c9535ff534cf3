import { z } from 'zod'

export const stockEntry = z.object({ color: z.string(), size: z.string(), quantity: z.int() })
export type StockEntry = z.infer<typeof stockEntry>
