import { createFileRoute } from '@tanstack/react-router'
import { productQuery } from '#web/data/query.ts'

export const Route = createFileRoute('/products/$id')({
  loader: async ({ context, params }) => {
    await context.queryClient.ensureQueryData(productQuery(context.api, params.id))
  },
})
