import { stringifyAddress } from '#web/data/address.ts'
import type { WantedChoice } from './wanted-choice.ts'

/** The address of a product's page, with a choice made there, as the router writes it. */
export const productPath = (id: string, wanted?: WantedChoice) =>
  `/products/${encodeURIComponent(id)}${wanted === undefined ? '' : stringifyAddress(wanted)}`
