import { join, resolve } from 'node:path'
import { ImportError, sentenceOf } from '#server/catalogue/finding.ts'
import {
  type ImportReport,
  importCatalogue,
  importFirstCatalogue,
  refuseNoCatalogue,
} from '#server/catalogue/import.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { ROOT } from '#server/root.ts'
import { type AddCommand, type Output, unlessError } from './command.ts'
import { createProgress } from './progress.ts'
import { counted } from './table.ts'

const RULES = `Everything is checked first: if anything is wrong, all errors
are listed and nothing is changed. The output names the database that was written.

The folder holds
  products.json or products.csv   required
  places.json or places.csv       delivery places and their fees; they replace the shop's list. Without any, nobody can
                                  check out
  reviews.json or reviews.csv     initial reviews
  and the pictures, named in products by their path in the folder (JPEG, PNG, WebP, GIF or AVIF, at least 200 x 200).

Columns of products.csv, in any order (separated by comma, semicolon or tab; products.json has the same fields)
  sku, name, price, category      required; price in naira, such as 12500 or 12499.50
  description
  fabric, fit, care               sections of the product's page
  returns, arrival                the same, where they differ from what pages/words.ts says of all
  addedAt                         decides which products are newest; by default the first in the file are
  tags, colors, sizes, images     lists with | between entries; pictures belong to the colours in order
  stock                           black/S:12|black/M:4; black:12 without sizes, S:12 without colours, 12 without either
  discountType                    fixed (naira off) or percentage
  discountAmount, discountExpiresAt
Columns of places.csv
  place, amount                   required; the name that shoppers select, and the fee in naira
  states                          those that it delivers to, with | between them; without any it delivers everywhere
  areas                           the local government areas of its one state that it delivers to, the nearest first;
                                  without any it delivers to the whole state. An address elsewhere is refused
Columns of reviews.csv: sku, userName, rating, comment, createdAt.
What has another name is left out, and a note says so.
Dates look like 2026-12-31 or 2026-12-31T18:00, in Lagos time unless they name another offset.

A second import updates products by their SKU and never duplicates them. Products of the shop that are not in the folder
stay unchanged, and so do reviews written by customers. A SKU that differs from another one, in the file or in the shop,
only in capitals is an error. Marks without width, as copied from a web page, are removed from SKUs.

A product of the shop keeps what the file does not name: a column that is not there, a key that an item of products.json
does not have. An empty cell, an empty list or null clears it (but not addedAt). So a file with only sku, name, price and
category changes nothing else. The columns of the discount go together, except that discountExpiresAt may be left out:
then the discount keeps its end, if that is still ahead.

Stock: colours and sizes that are new to the shop get the file's quantity. Existing ones keep their stock, since the shop
has counted its own sales since then. With --stock, the products whose stock the file names are set to what it says is
available now (0 for colours and sizes that it does not name); what is held for open orders, or sold, is not part of that
number and does not change. --stock with a file that names no stock at all is refused.

The shop may stay open.`

export const addImport: AddCommand = (program, { output, cwd, actor, withShop, fail }) => {
  program
    .command('import')
    .description('Imports products, delivery places and reviews from a folder.')
    .argument('<folder>', 'the folder to import')
    .option('--stock', 'set the stock to what the file says')
    .addHelpText('after', unlessError(RULES))
    .action(async (name, { stock = false }) => {
      const folder = resolve(cwd, name)
      try {
        await refuseNoCatalogue(folder)
        await withShop(async ({ connection: { db }, databaseLabel, pictureStore, now }) => {
          const progress = createProgress(output)
          const report = await importCatalogue({
            db,
            folder,
            pictureStore,
            setStock: stock,
            actor: actor(),
            now,
            onProgress: progress.show,
          }).finally(progress.end)
          tell(report, databaseLabel, output)
        }, 'create')
      } catch (error) {
        if (!(error instanceof ImportError)) throw error
        output.complain(faultsText(error))
        fail()
      }
    })
}

/** Imports the demo catalogue into a shop without products. Returns whether it did. */
export async function importDemo(
  into: Pick<Dependencies, 'db' | 'pictureStore' | 'now'>,
  say: (line: string) => void,
): Promise<boolean> {
  const terminal = process.stdout.isTTY ? process.stdout : undefined
  const progress = createProgress({ say, complain: say, terminal })
  const folder = join(ROOT, 'demo/catalogue')
  const imported = importFirstCatalogue({ ...into, folder, onProgress: progress.show })
  const report = await imported.finally(progress.end)
  if (report) say(`The demo catalogue is in: ${report.products.created} products.`)
  return report !== undefined
}

function tell(report: ImportReport, databaseLabel: string, { say }: Output): void {
  const { products, stock, places, reviews, pictures, warnings, canDeliver } = report
  for (const warning of warnings) say(`Note: ${sentenceOf(warning)}`)
  say(`Imported into ${databaseLabel}.`)
  say(`Products: ${products.created} new, ${products.changed} changed, ${products.unchanged} unchanged.`)
  if (products.notInFolder > 0) {
    say(
      `${counted(products.notInFolder, 'product of the shop is', 'products of the shop are')} not in the folder and stay${products.notInFolder === 1 ? 's' : ''} unchanged.`,
    )
  }
  say(`Pictures: ${pictures.count}, of which ${counted(pictures.stored, 'is', 'are')} new.`)
  say(
    `Stock: ${counted(stock.unitsReceived, 'unit')} received, ${counted(stock.adjusted, 'colour and size', 'colours and sizes')} corrected.`,
  )
  if (stock.leftThoughNotInFile > 0) {
    say(
      `${counted(stock.leftThoughNotInFile, 'colour and size has', 'colours and sizes have')} stock although the file does not name ${stock.leftThoughNotInFile === 1 ? 'it; --stock sets it' : 'them; --stock sets them'} to 0.`,
    )
  }
  if (stock.leftThoughDropped > 0) {
    say(
      `${counted(stock.leftThoughDropped, 'colour and size still has', 'colours and sizes still have')} stock, but ${stock.leftThoughDropped === 1 ? 'the product no longer comes in it' : 'the products no longer come in them'}: it is not sold.`,
    )
  }
  if (places)
    say(
      `Delivery places: ${places.count}${places.removed > 0 ? `, ${counted(places.removed, 'other', 'others')} removed` : ''}.`,
    )
  if (reviews > 0) say(`Reviews: ${reviews}.`)
  if (!canDeliver)
    say(
      'The shop delivers nowhere yet, so nobody can check out: put places.json or places.csv into the folder, and import it again.',
    )
}

function faultsText({ warnings, faults }: ImportError): string {
  const count = faults.length === 1 ? '1 error' : `${faults.length} errors`
  return [
    ...warnings.map((warning) => `Note: ${sentenceOf(warning)}`),
    ...faults.map(sentenceOf),
    `Nothing was changed: ${count} in the folder. Correct ${faults.length === 1 ? 'it' : 'them'} and import again.`,
  ].join('\n')
}
