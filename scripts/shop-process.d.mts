export const SHOP_FLAGS: readonly string[]
export const SHOP_ENV: Readonly<Record<string, string>>
