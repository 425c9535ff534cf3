import { useRouterState } from '@tanstack/react-router'

/**
 * A link from an overlay to a product. To the product behind the overlay it includes the chosen colour and size, and so leads
 * to the very page that is there.
 */
export function useProductLink(id: string) {
  const isHere = useRouterState({ select: ({ location }) => location.pathname === `/products/${id}` })
  return { to: '/products/$id', params: { id }, search: isHere || {}, replace: true } as const
}
