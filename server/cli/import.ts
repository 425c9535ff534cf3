import { resolve } from 'node:path'
import { ImportFaults, sentenceOf } from '#server/catalogue/finding.ts'
import { type ImportReport, importCatalogue } from '#server/catalogue/import.ts'
import { readArguments, UsageError } from './arguments.ts'
import type { Command, Output, Surroundings } from './command.ts'
import { createProgress } from './progress.ts'
import { withShop } from './with-shop.ts'

const HELP = `Usage: npm run shop -- import FOLDER [--stock]

Brings products, delivery places and reviews from a folder into the shop. Everything is checked first: if anything is
wrong, all of it is listed and nothing is changed.

The folder holds
  products.json or products.csv   needed
  places.json or places.csv       the delivery places with their fees; they replace the shop's list
  reviews.json or reviews.csv     reviews to begin with
  and the pictures, named in products by their path in the folder (JPEG, PNG, WebP, GIF or AVIF, at least 200 x 200).

Columns of products.csv, in any order (comma, semicolon or tab between them; products.json has the same fields)
  sku, name, price, category      needed; price in naira, such as 12500 or 12499.50
  description, addedAt            addedAt decides what is newest; without it the first product in the file is
  tags, colors, sizes, images     lists with | between entries; pictures belong to the colours in order
  stock                           black/S:12|black/M:4; black:12 without sizes, S:12 without colours, 12 without either
  discountType                    fixed (naira off) or percentage
  discountAmount, discountExpiresAt
Columns of places.csv: place, amount. Columns of reviews.csv: sku, userName, rating, comment, createdAt.
Dates are such as 2026-12-31 or 2026-12-31T18:00, in Lagos time unless they say otherwise.

Importing again changes products by their SKU and never doubles any. Products of the shop that are not in the folder stay
as they are, and so do reviews that customers wrote.

Stock: a colour and size that the shop does not have yet is received with the file's quantity. Those that it has are left
alone, since the shop has counted its own sales meanwhile. With --stock they are set to what the file says is available
now (0 if the file does not name them); what is held for open orders, or sold, is not counted in that and not touched.

With the embedded database stop the shop first; with DATABASE_URL it may run.`

export const importCommand: Command = {
  name: 'import',
  usage: 'FOLDER [--stock]',
  summary: 'Brings products, places, reviews and pictures into the shop.',
  help: HELP,
  needsClosedShop: true,
  run: (args, surroundings) => {
    const { values, positionals } = readArguments(args, { stock: { type: 'boolean', default: false } })
    const [folder, ...more] = positionals
    if (folder === undefined) throw new UsageError('Which folder is to be imported?')
    if (more.length > 0) throw new UsageError('One folder at a time can be imported.')
    return importFolder(resolve(surroundings.cwd, folder), values.stock, surroundings)
  },
}

function importFolder(folder: string, setStock: boolean, surroundings: Surroundings): Promise<number> {
  return withShop(surroundings, async ({ connection: { db }, pictureStore, now }, output) => {
    const { actor } = surroundings
    const progress = createProgress(output)
    try {
      const onProgress = progress.show
      const report = await importCatalogue({ db, folder, pictureStore, setStock, actor, now, onProgress })
      progress.end()
      tell(report, output)
      return 0
    } catch (error) {
      if (!(error instanceof ImportFaults)) throw error
      progress.end()
      output.complain(faultsText(error))
      return 1
    } finally {
      progress.end()
    }
  })
}

function tell({ products, stock, places, reviews, pictures, warnings }: ImportReport, { say }: Output): void {
  for (const warning of warnings) say(`Note: ${sentenceOf(warning)}`)
  say(`Products: ${products.created} new, ${products.changed} changed, ${products.unchanged} as they were.`)
  if (products.notInFolder > 0) {
    say(`${products.notInFolder} products of the shop are not in the folder and stay as they are.`)
  }
  say(`Pictures: ${pictures.count}, of which ${pictures.kept} are new.`)
  say(`Stock: ${stock.unitsReceived} units received, ${stock.adjusted} colours and sizes set anew.`)
  if (stock.leftThoughNotInFile > 0) {
    say(
      `${stock.leftThoughNotInFile} colours and sizes have stock although the file does not name them; --stock sets them to 0.`,
    )
  }
  if (places)
    say(`Delivery places: ${places.count}${places.removed > 0 ? `, ${places.removed} others removed` : ''}.`)
  if (reviews > 0) say(`Reviews: ${reviews}.`)
}

function faultsText({ warnings, faults }: ImportFaults): string {
  const count = faults.length === 1 ? '1 thing is' : `${faults.length} things are`
  return [
    ...warnings.map((warning) => `Note: ${sentenceOf(warning)}`),
    ...faults.map(sentenceOf),
    `Nothing was changed: ${count} wrong in the folder. Mend that and import again.`,
  ].join('\n')
}
