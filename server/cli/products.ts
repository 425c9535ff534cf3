import { changeSale, type SaleChange } from '#server/catalogue/sale.ts'
import { REASON_RULE, readReason } from './arguments.ts'
import { type AddCommand, unlessError } from './command.ts'
import { getNamedProduct } from './named-item.ts'
import { plainText } from './table.ts'

const RULES = `A SKU is the product's, as in the imported file; its id or its full name will do as well.

  retire   takes products off sale: they leave the lists, the search and the sitemap, and cannot be ordered any more. Links
           to them still work, and their pages say "No longer sold". Orders, reviews and stock stay as they are, and a payment
           that has been started can still be completed.
  restore  puts them back on sale, with the stock they have now.

Either all the products named are changed or, if one of them is unknown, none. Every change is an entry in the audit log.
Shoppers see it within a second; the sitemap follows within an hour. An import does not put a retired product back on sale.`

export const addProducts: AddCommand = (program, { output, actor, withShop }) => {
  const change = (to: 'retired' | 'on sale', names: readonly string[], reason: string | undefined) =>
    withShop(async ({ connection: { db }, now }) => {
      const ids: string[] = []
      for (const name of names) ids.push((await getNamedProduct(db, name)).id)
      const changes = await changeSale(db, { ids, to, reason, actor: actor() }, now())
      for (const done of changes) output.say(sentenceOf(done, to))
    })
  const products = program
    .command('products')
    .description('Takes products off sale and puts them back.')
    .addHelpText('after', unlessError(RULES))
  products
    .command('retire')
    .description('Takes products off sale.')
    .argument('<sku...>', 'one or more products')
    .requiredOption('--reason <text>', REASON_RULE, readReason)
    .action((names, { reason }) => change('retired', names, reason))
  products
    .command('restore')
    .description('Puts retired products back on sale.')
    .argument('<sku...>', 'one or more products')
    .option('--reason <text>', REASON_RULE, readReason)
    .action((names, { reason }) => change('on sale', names, reason))
}

function sentenceOf({ sku, name, isChanged }: SaleChange, to: 'retired' | 'on sale'): string {
  const state = to === 'retired' ? 'off sale' : 'on sale again'
  const product = `${plainText(sku)} (${plainText(name)})`
  return isChanged ? `${product} is ${state}.` : `${product} is ${to} already: not changed.`
}
