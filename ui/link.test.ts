import { createElement, type FunctionComponent } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'

/** Writes links at an address, as the server does or by the router's own component. */
async function writerOf(isServer: boolean) {
  vi.resetModules()
  vi.stubEnv('SSR', isServer)
  const { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterContextProvider } =
    await import('@tanstack/react-router')
  const { parseAddress, stringifyAddress } = await import('#web/data/address.ts')
  const { Link } = await import('./link.tsx')
  const root = createRootRoute()
  const paths = ['/', '/products', '/products/$id', '/orders']
  const routeTree = root.addChildren(paths.map((path) => createRoute({ getParentRoute: () => root, path })))
  return (address: string, link: object) => {
    const router = createRouter({
      routeTree,
      history: createMemoryHistory({ initialEntries: [address] }),
      parseSearch: parseAddress,
      stringifySearch: stringifyAddress,
    })
    const element = createElement(
      Link as unknown as FunctionComponent<object>,
      { ...link, children: 'there' } as object,
    )
    return renderToString(RouterContextProvider({ router, children: element }))
  }
}

const written = await writerOf(true)
const byRouter = await writerOf(false)

const ADDRESSES = [
  '/',
  '/products',
  '/products/',
  '/products?color=Black,Navy&page=2',
  '/products?tag=NewIn',
  '/products/a1b2?size=M',
  '/orders',
  '/nothing?x=1',
]
const LINKS: object[] = [
  { to: '/' },
  { to: '/', className: 'a' },
  { to: '/products', className: 'label chosen' },
  { to: '/products', activeOptions: { exact: true }, 'aria-label': 'All' },
  { to: '/products', activeProps: { className: 'chosen' }, className: 'a' },
  { to: '/products', activeProps: { className: 'chosen' } },
  { to: '/products', search: { tag: 'NewIn' } },
  { to: '/products', search: { tag: 'NewIn', page: undefined }, activeOptions: { exact: true }, rel: 'next' },
  { to: '/products', search: { color: ['Black', 'Navy'], page: '2' }, replace: true, resetScroll: false },
  { to: '/products', search: { category: 'Co-ords & more', search: '"Ọ̀ja" + <b>' }, 'aria-current': 'true' },
  { to: '/products/$id', params: { id: 'a1b2' }, search: {}, tabIndex: -1 },
  { to: '/products/$id', params: { id: 'a1b2' }, search: { color: undefined, size: 'M' } },
  { to: '/products/$id', params: { id: 'Ọ̀ja tee/2 & 50%?#' } },
  { to: '/orders', 'data-x': '1', title: 'é' },
]
const CASES = ADDRESSES.flatMap((address) => LINKS.map((link) => ({ address, link })))

test.each(CASES)(
  'the server writes the link that the router would: at $address, $link',
  ({ address, link }) => {
    expect(written(address, link)).toBe(byRouter(address, link))
  },
)

test('a link shows where one is', () => {
  expect(written('/products?tag=NewIn', { to: '/products', search: { tag: 'NewIn' } })).toBe(
    '<a class="active" href="/products?tag=NewIn" data-status="active" aria-current="page">there</a>',
  )
})

test.each([
  { to: '/', hash: 'x' },
  { to: '.' },
  { to: '/products', search: true },
  { to: '/products', search: () => ({}) },
  { to: '/products', activeOptions: { includeHash: true } },
  { to: '/products', activeProps: () => ({}) },
  { to: '/products', activeProps: { title: 'here' } },
  { to: '/products', viewTransition: true },
])('what it does not know is refused in development: %j', (link) => {
  expect(() => written('/', link)).toThrow('does not know all')
})
