import { type ImportOptions, importCatalogue } from './import.ts'
import { listProductIds } from './store.ts'

/** Imports a catalogue into a shop without products. Otherwise does nothing and returns undefined. */
export async function importFirstCatalogue(options: ImportOptions) {
  const inShop = await listProductIds(options.db)
  return inShop.size > 0 ? undefined : importCatalogue(options)
}
