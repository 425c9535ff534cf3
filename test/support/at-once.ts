import type { TestShop } from './shop.ts'

/** The responses to these GET requests one after the other, then all at once. */
export async function getAtOnce(
  shop: TestShop,
  paths: readonly string[],
): Promise<{ apart: unknown[]; together: unknown[] }> {
  const get = async (path: string): Promise<unknown> => (await shop.call('GET', path)).body
  const apart: unknown[] = []
  for (const path of paths) apart.push(await get(path))
  return { apart, together: await Promise.all(paths.map(get)) }
}
