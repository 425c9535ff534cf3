import type { TestShop } from './shop.ts'

/** The responses to these GET requests one after the other, then all at once, and the statements of the latter. */
export async function getAtOnce(
  shop: TestShop,
  paths: readonly string[],
): Promise<{ apart: unknown[]; together: unknown[]; statements: string[] }> {
  const get = async (path: string): Promise<unknown> => (await shop.call('GET', path)).body
  const apart: unknown[] = []
  for (const path of paths) apart.push(await get(path))
  let together: unknown[] = []
  const statements = await shop.statementsOf(async () => {
    together = await Promise.all(paths.map(get))
  })
  return { apart, together, statements }
}
