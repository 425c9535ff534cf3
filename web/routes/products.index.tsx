import { createFileRoute } from '@tanstack/react-router'
import { parseProductSearch } from '#shared/product-search.ts'
import { productsQuery } from '#web/data/query.ts'

export const Route = createFileRoute('/products/')({
  validateSearch: parseProductSearch,
  loaderDeps: ({ search }) => parseProductSearch(search),
  loader: async ({ context, deps }) => {
    await context.queryClient.ensureQueryData(productsQuery(context.api, deps))
  },
})
