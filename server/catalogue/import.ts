import { stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import type { Database } from '#server/db/connection.ts'
import { transact } from '#server/db/retry.ts'
import { listKnownAddresses, PictureError, storeOriginal } from '#server/pictures/original.ts'
import type { PictureStore } from '#server/pictures/picture-store.ts'
import { checkCatalogue, type FolderRows } from './check.ts'
import { checkPictures, type FolderPicture } from './check-pictures.ts'
import { remainingNames, warnOfSpellings } from './check-spelling.ts'
import { type Finding, Findings, inFileOrder, type Row } from './finding.ts'
import { listKnownProducts } from './product-store.ts'
import { readRows } from './read-folder.ts'
import { skuOf, skusInShop, spelledAsInShop } from './sku.ts'
import { hasPlaces, listNames, listProductIds } from './store.ts'
import { type WriteReport, type WriteStep, writeCatalogue } from './write.ts'

export type ImportStep = 'checking pictures' | 'saving pictures' | WriteStep

export type ImportOptions = {
  db: Database
  /** Folder with products.json or products.csv, optionally places and reviews, and the pictures. */
  folder: string
  pictureStore: PictureStore
  now: () => Date
  /** Who imports, for the audit log; by default the shop itself. */
  actor?: string
  onProgress?: (step: ImportStep, done: number, total: number) => void
  /**
   * Also sets existing stock to the file's quantities; otherwise only new colours and sizes are received. Products whose stock
   * the file does not name keep it.
   */
  setStock?: boolean
}

export type ImportReport = WriteReport & {
  pictures: { count: number; stored: number }
  /** Whether the shop has a place to deliver to: without one nobody can check out. */
  canDeliver: boolean
  warnings: Finding[]
}

/**
 * Imports a folder's products, places and reviews, all or nothing. Products are matched by SKU, so an import is
 * idempotent. Products that are not in the folder stay unchanged, and so does what the folder does not name of a product
 * that the shop already has. Throws an ImportError with all faults.
 */
export async function importCatalogue(options: ImportOptions): Promise<ImportReport> {
  const { db, pictureStore } = options
  const folder = resolve(options.folder)
  const onProgress = options.onProgress ?? (() => {})
  const findings = new Findings()
  const read = await readFolder(folder, findings)
  const skus = skusInShop(await listProductIds(db))
  const spelled = (row: Row) => spelledAsInShop(row, skus)
  const rows = { ...read, products: read.products.map(spelled), reviews: read.reviews.map(spelled) }
  const known = await listKnownProducts(db, rows.products.map(skuOf).filter(skus.has))
  const setStock = options.setStock ?? false
  const catalogue = checkCatalogue(rows, { skus, known }, { setStock, now: options.now() }, findings)
  const addresses = await listKnownAddresses(pictureStore)
  const pictures = await checkPictures(folder, rows.products, addresses, findings, (done, total) =>
    onProgress('checking pictures', done, total),
  )
  findings.refuseFaults()
  const others = await listNames(
    db,
    catalogue.products.map(({ sku }) => sku),
  )
  const names = [...others, ...remainingNames(catalogue.products, known)]
  warnOfSpellings(catalogue.products, names, findings)
  const stored = await storePictures(pictureStore, pictures, addresses, findings, (done, total) =>
    onProgress('saving pictures', done, total),
  )
  findings.refuseFaults()
  const written = await transact(db, (tx) =>
    writeCatalogue(tx, catalogue, {
      source: basename(folder),
      addressOf: (path) => addressOf(pictures, path),
      actor: options.actor ?? 'shop',
      now: options.now(),
      setStock,
      onProgress,
    }),
  )
  return {
    ...written,
    pictures: { count: pictures.size, stored },
    canDeliver: await hasPlaces(db),
    warnings: inFileOrder(findings.warnings),
  }
}

/** Throws an ImportError if there is no such folder, or no products in it. Called before a database is created for them. */
export async function refuseNoCatalogue(folder: string): Promise<void> {
  const findings = new Findings()
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  )
  const isThere = (file: string) =>
    stat(join(folder, file)).then(
      () => true,
      (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
    )
  if (!isFolder) findings.fileFault(folder, 'there is no such folder')
  else if (!(await isThere('products.json')) && !(await isThere('products.csv')))
    findings.fileFault('products.json', 'the folder has neither this file nor products.csv')
  findings.refuseFaults()
}

async function readFolder(folder: string, findings: Findings): Promise<FolderRows> {
  await refuseNoCatalogue(folder)
  return {
    products: (await readRows(folder, 'products', findings)) ?? [],
    places: await readRows(folder, 'places', findings),
    reviews: (await readRows(folder, 'reviews', findings)) ?? [],
  }
}

/** Runs before the transaction, as it is slow. Pictures that a failed import has stored are reused by the next one. */
async function storePictures(
  pictureStore: PictureStore,
  pictures: ReadonlyMap<string, FolderPicture>,
  known: ReadonlyMap<string, string>,
  findings: Findings,
  onProgress: (done: number, total: number) => void,
): Promise<number> {
  const byAddress = new Map([...pictures].map(([path, { address, file }]) => [address, { path, file }]))
  let done = 0
  let stored = 0
  for (const [address, { path, file }] of byAddress) {
    try {
      if (await storeOriginal(pictureStore, file, address, known)) stored += 1
    } catch (error) {
      if (!(error instanceof PictureError)) throw error
      findings.fileFault(path, `the picture ${error.message}`)
    }
    done += 1
    onProgress(done, byAddress.size)
  }
  return stored
}

function addressOf(pictures: ReadonlyMap<string, FolderPicture>, path: string): string {
  const picture = pictures.get(path)
  if (!picture) throw new Error(`The picture ${path} was not checked`)
  return picture.address
}

/** Imports a catalogue into a shop without products. Otherwise does nothing and returns undefined. */
export async function importFirstCatalogue(options: ImportOptions) {
  const inShop = await listProductIds(options.db)
  return inShop.size > 0 ? undefined : importCatalogue(options)
}
