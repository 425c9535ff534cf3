export const SHOP_FLAGS: readonly string[]
export const SHOP_PROGRAM: string
export const COMMAND_PROGRAM: string
export const SHOP_ENV: Readonly<Record<string, string>>
