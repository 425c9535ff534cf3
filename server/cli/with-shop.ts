import type { Output, Surroundings } from './command.ts'
import type { OwnersShop, WhenAbsent } from './open-shop.ts'

/** Opens the shop for one command and always closes it afterwards. */
export async function withShop(
  surroundings: Surroundings,
  run: (shop: OwnersShop, output: Output) => Promise<number>,
  whenAbsent: WhenAbsent = 'refuse',
): Promise<number> {
  const shop = await surroundings.open(whenAbsent)
  try {
    return await run(shop, surroundings.output)
  } finally {
    await shop.close()
  }
}
