import { changeSale, type SaleChange } from '#server/catalogue/sale.ts'
import { readArguments, readReason, UsageError } from './arguments.ts'
import { commandOfActions, type Run } from './command.ts'
import { getNamedProduct } from './named-item.ts'
import { plainText } from './table.ts'
import { withShop } from './with-shop.ts'

const HELP = `A SKU is the product's, as in the imported file; its id or its full name will do as well.

  retire   takes products off sale: they leave the lists, the search and the sitemap, and cannot be ordered any more. Links
           to them still work, and their pages say "No longer sold". Orders, reviews and stock stay as they are, and a payment
           that has been started can still be completed.
  restore  puts them back on sale, with the stock they have now.

Either all the products named are changed or, if one of them is unknown, none. Every change is an entry in the audit log.
Shoppers see it within a second; the sitemap follows within an hour. An import does not put a retired product back on sale.`

const change =
  (to: 'retired' | 'on sale'): Run =>
  (args, surroundings) => {
    const { values, positionals } = readArguments(args, { reason: { type: 'string' } })
    if (positionals.length === 0) throw new UsageError('Name at least one product by its SKU.')
    const isReasonOptional = to === 'on sale' && values.reason === undefined
    const reason = isReasonOptional ? undefined : readReason(values.reason, 'reason')
    return withShop(surroundings, async ({ connection: { db }, now }, { say }) => {
      const ids: string[] = []
      for (const name of positionals) ids.push((await getNamedProduct(db, name)).id)
      const { actor } = surroundings
      for (const done of await changeSale(db, { ids, to, reason, actor }, now())) say(sentenceOf(done, to))
      return 0
    })
  }

function sentenceOf({ sku, name, isChanged }: SaleChange, to: 'retired' | 'on sale'): string {
  const state = to === 'retired' ? 'off sale' : 'on sale again'
  const product = `${plainText(sku)} (${plainText(name)})`
  return isChanged ? `${product} is ${state}.` : `${product} is ${to} already: not changed.`
}

export const productsCommand = commandOfActions({
  name: 'products',
  summary: 'Takes products off sale and puts them back.',
  help: HELP,
  actions: [
    {
      name: 'retire',
      usage: 'SKU [SKU…] --reason "…"',
      summary: 'Takes products off sale.',
      run: change('retired'),
    },
    {
      name: 'restore',
      usage: 'SKU [SKU…] [--reason "…"]',
      summary: 'Puts retired products back on sale.',
      run: change('on sale'),
    },
  ],
})
