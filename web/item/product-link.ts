import { useRouterState } from '@tanstack/react-router'

/** A product as a list has it; '' or nothing where it has no such choice. */
type Listed = { id: string; color?: string | undefined; size?: string | undefined }

/** A link to a product that opens in this colour and size. */
export function productLink({ id, color, size }: Listed) {
  const search = { ...(color ? { color } : {}), ...(size ? { size } : {}) }
  return { to: '/products/$id', params: { id }, search } as const
}

/**
 * A link from an overlay to a product. To the product behind the overlay it includes the colour and size chosen there, and so
 * leads to the very page that is there.
 */
export function useProductLink(item: Listed) {
  const isHere = useRouterState({ select: ({ location }) => location.pathname === `/products/${item.id}` })
  const link = productLink(item)
  return { ...link, search: isHere || link.search, replace: true } as const
}
