import { z } from 'zod'
import { SAVED_FILTERS_MAX } from '../../limits.ts'
import { failures, id, json, jsonBody } from '../route.ts'
import { filterName } from './filter-name.ts'
import { orderFilter } from './order.ts'
import { actKey, adminDelete, adminGet, adminPost, adminPut } from './route.ts'

/** A search or a view of the orders that somebody goes back to. */
const savedFilter = z
  .object({
    id: z.string(),
    name: z.string(),
    filter: orderFilter.meta({ description: 'The query of the list of orders' }),
  })
  .meta({ id: 'SavedFilter' })
export type SavedFilter = z.infer<typeof savedFilter>

const tags = ['admin-order']
const filters = json(z.object({ filters: z.array(savedFilter) }), 'All of yours, by name')

export const listSavedFilters = adminGet('/admin/order-filter', 'order', {
  summary: 'Your saved filters of orders',
  tags,
  responses: { 200: filters },
})

export const saveFilter = adminPost('/admin/order-filter', 'order', {
  summary: `Saves a filter of orders under a name, ${SAVED_FILTERS_MAX} at most`,
  tags,
  request: { headers: actKey, ...jsonBody(z.object({ name: filterName, filter: orderFilter })) },
  responses: { 200: filters, ...failures(409) },
})

export const renameFilter = adminPut('/admin/order-filter/{id}', 'order', {
  summary: 'Gives a saved filter another name',
  tags,
  request: { headers: actKey, params: z.object({ id }), ...jsonBody(z.object({ name: filterName })) },
  responses: { 200: filters, ...failures(404, 409) },
})

export const removeFilter = adminDelete('/admin/order-filter/{id}', 'order', {
  summary: 'Removes a saved filter',
  tags,
  request: { headers: actKey, params: z.object({ id }) },
  responses: { 200: filters },
})
