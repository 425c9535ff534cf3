import { afterAll, beforeAll } from 'vitest'
import { openTestShop, type ShopOverrides, type TestShop } from './shop.ts'

/** A shop for one file of tests: it is opened and prepared before the first of them, and closed after the last. */
export function openShopScene(
  prepare: (shop: TestShop) => unknown = () => {},
  overrides: ShopOverrides = {},
): TestShop {
  const shop = {} as TestShop
  beforeAll(async () => {
    Object.assign(shop, await openTestShop(overrides))
    await prepare(shop)
  })
  afterAll(() => shop.close())
  return shop
}
