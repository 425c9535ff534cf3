import { z } from 'zod'
import { get, json, naira } from './route.ts'

export const shippingPlace = z
  .object({
    place: z.string(),
    amount: naira,
    states: z.array(z.string()).meta({ description: 'The states that it delivers to; none means all' }),
    areas: z.array(z.string()).meta({
      description: 'The local government areas of its one state that it delivers to; none means all',
    }),
  })
  .meta({ id: 'ShippingPlace' })
export type ShippingPlace = z.infer<typeof shippingPlace>

/** Tags shown among the categories in the category bar; everything else there is a category. */
export const CATEGORY_TAGS = ['NewIn', 'BestSellers'] as const

export const listCategories = get('/app-data/categories', {
  summary: 'Categories, with NewIn and BestSellers among them (those two are tags)',
  tags: ['app-data'],
  responses: { 200: json(z.array(z.string()), 'Category names') },
})

export const listTags = get('/app-data/tags', {
  summary: 'Tags of products',
  tags: ['app-data'],
  responses: { 200: json(z.array(z.string()), 'Tag names') },
})

export const listShippingPlaces = get('/app-data/shipping-addresses', {
  summary: 'Places delivered to, with the price of delivery',
  tags: ['app-data'],
  responses: { 200: json(z.array(shippingPlace), 'Places') },
})
