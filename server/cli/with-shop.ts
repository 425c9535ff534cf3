import type { Output, Surroundings } from './command.ts'
import type { OwnersShop } from './open-shop.ts'

/** Opens the shop for one command and closes it whatever happens. */
export async function withShop(
  surroundings: Surroundings,
  run: (shop: OwnersShop, output: Output) => Promise<number>,
): Promise<number> {
  const shop = await surroundings.open()
  try {
    return await run(shop, surroundings.output)
  } finally {
    await shop.close()
  }
}
