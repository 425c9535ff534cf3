import { type ImportOptions, importCatalogue } from './import.ts'
import { listProductIds } from './store.ts'

/** Loads a catalogue into a shop that has none yet; undefined, with nothing done, when it has products. */
export async function importFirstCatalogue(options: ImportOptions) {
  const inShop = await listProductIds(options.db)
  return inShop.size > 0 ? undefined : importCatalogue(options)
}
