import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { categoriesQuery } from '#web/data/query.ts'

export const Route = createFileRoute('/')({
  loader: ({ context }) => context.queryClient.ensureQueryData(categoriesQuery(context.api)),
  component: Home,
})

function Home() {
  const { api } = Route.useRouteContext()
  const { data } = useSuspenseQuery(categoriesQuery(api))
  return <main>{data.join(', ')}</main>
}
