import { stringifyAddress } from '#web/data/address.ts'

/** The address of a product's page, with a colour chosen there, as the router writes it. */
export const productPath = (id: string, color?: string) =>
  `/products/${encodeURIComponent(id)}${color === undefined ? '' : stringifyAddress({ color })}`
