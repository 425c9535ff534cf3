import { createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { parseAddress, stringifyAddress } from '#web/data/address.ts'
import { productPath } from './product-path.ts'

test.each(['c444ba1b92c9f326673d3548c6f538032ce6c5da', 'Ọ̀ja tee/2 & 50%?#'])(
  'the address of %j is the router’s own',
  (id) => {
    const root = createRootRoute()
    const route = createRoute({ getParentRoute: () => root, path: '/products/$id' })
    const router = createRouter({
      routeTree: root.addChildren([route]),
      history: createMemoryHistory(),
      parseSearch: parseAddress,
      stringifySearch: stringifyAddress,
    })
    const hrefOf = (search: object) =>
      router.buildLocation({ to: '/products/$id', params: { id }, search } as never).href
    expect(productPath(id)).toBe(hrefOf({}))
    expect(productPath(id, 'off white & é')).toBe(hrefOf({ color: 'off white & é' }))
  },
)
