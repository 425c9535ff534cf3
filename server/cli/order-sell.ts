import type { Command } from '@commander-js/extra-typings'
import type { Database } from '#server/db/connection.ts'
import { readOffer } from '#server/order/offer-store.ts'
import { sell } from '#server/payment/sale/sale.ts'
import { createPaymentStarter } from '#server/payment/start/start.ts'
import { Refusal } from '#server/refusal.ts'
import { lineName } from '#shared/choice-words.ts'
import { type InitializeBody, initializeBody } from '#shared/contract/payment.ts'
import { ShopError } from '#shared/errors.ts'
import { LINE_QUANTITY_MAX } from '#shared/limits.ts'
import { formatNaira, nairaFromKobo } from '#shared/naira.ts'
import { salePriceKobo } from '#shared/price.ts'
import { readWhole } from './arguments.ts'
import type { Context } from './command.ts'
import { getNamedItem } from './named-item.ts'
import { plainText, timeText } from './table.ts'

type Options = Record<'name' | 'email' | 'phone' | 'address' | 'city' | 'state' | 'place', string> & {
  item: string[]
}

/** Places an order for a buyer and prints the link to pay, as the admin's Sell does. */
export function addOrderSell(
  orders: Command,
  { output: { say, complain }, actor, withShop, fail }: Context,
): void {
  orders
    .command('sell')
    .description('Places an order for a buyer, holds its stock and prints the link to pay.')
    .requiredOption(
      '--item <words>',
      'SKU, colour, size, pieces: "TEE-01, black, M, 2"; once per item',
      collect,
    )
    .requiredOption('--name <name>', "the buyer's full name")
    .requiredOption('--email <address>', 'where the receipt goes')
    .requiredOption('--phone <number>', "the buyer's phone")
    .requiredOption('--address <text>', 'street and number')
    .requiredOption('--city <name>', 'local government area')
    .requiredOption('--state <name>', 'state')
    .requiredOption('--place <name>', 'place of delivery, as the checkout lists it')
    .option('--yes', 'do it; without it, only say what would be done')
    .action(({ yes, ...options }) =>
      withShop(async (shop) => {
        const body = await bodyFrom(shop.connection.db, options, shop.now())
        if (!yes) {
          for (const line of body.items)
            complain(`${line.quantity} × ${plainText(lineName({ ...line, name: line.name ?? '' }))}`)
          complain(
            `With delivery ${formatNaira(body.totalAmount)}. Nothing was changed; add --yes to hold this and get the link.`,
          )
          return fail()
        }
        const dependencies = await shop.dependencies()
        const seller = { actor: actor() }
        const sale = await sell(dependencies, createPaymentStarter(dependencies), body, {
          seller,
          key: crypto.randomUUID(),
        }).catch(refused)
        say(`Order #${sale.number} is held until ${timeText(new Date(sale.heldUntil))}, unpaid so far.`)
        say('Send this to the buyer:')
        say('')
        for (const line of sale.text.split('\n')) say(plainText(line))
      }),
    )
}

const collect = (words: string, before: string[] | undefined) => [...(before ?? []), words]

/** Once the provider was asked, or somebody else was faster, there is an order. */
const MAY_BE_HELD: readonly unknown[] = ['PROVIDER_FAILED', 'REFUSED']

function refused(error: unknown): never {
  if (!(error instanceof ShopError)) throw error
  const outcome = MAY_BE_HELD.includes(error.code)
    ? 'The order may be held: "orders list" shows it.'
    : 'Nothing was changed.'
  throw new Refusal(`${error.message} ${outcome}`)
}

/** What the checkout would send, at the prices of this moment. Throws a Refusal for what cannot be sold. */
async function bodyFrom(db: Database, options: Options, now: Date): Promise<InitializeBody> {
  const { item: items, place, name: fullName, ...contact } = options
  const named = []
  for (const text of items) {
    const words = text.split(',').map((word) => word.trim())
    const quantity = readWhole('The pieces, last in --item,', 1, LINE_QUANTITY_MAX)(words.pop())
    named.push({ ...(await getNamedItem(db, words)).item, quantity })
  }
  const offer = await readOffer(
    db,
    named.map(({ productId }) => productId),
    { place },
  )
  if (offer.place === undefined)
    throw new Refusal(`There is no place of delivery "${place}". Nothing was changed.`)
  const lines = named.map((line) => {
    const product = offer.products.get(line.productId)
    if (product === undefined) throw new Refusal('A product of these is no longer sold. Nothing was changed.')
    const price = salePriceKobo(product.listPrice, product.discount, now.getTime())
    return { ...line, name: product.name, kobo: price }
  })
  const totalKobo = lines.reduce((sum, { kobo, quantity }) => sum + kobo * quantity, offer.place.fee)
  const parsed = initializeBody.safeParse({
    items: lines.map(({ kobo, ...line }) => ({ ...line, price: nairaFromKobo(kobo) })),
    shippingInfo: { ...contact, fullName },
    totalAmount: nairaFromKobo(totalKobo),
    shippingFee: nairaFromKobo(offer.place.fee),
    shippingLocation: place,
  })
  if (parsed.success) return parsed.data
  throw new Refusal(`${parsed.error.issues.map(({ message }) => message).join('. ')}. Nothing was changed.`)
}
