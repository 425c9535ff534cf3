import { stringifyAddress } from '#web/data/address.ts'
import type { WantedChoice } from './choose.ts'

/** The address of a product's page, with a choice made there, as the router writes it. */
export const productPath = (id: string, wanted: WantedChoice = {}) =>
  `/products/${encodeURIComponent(id)}${stringifyAddress(wanted)}`
