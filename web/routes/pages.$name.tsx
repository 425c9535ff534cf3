import { useQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { isUnknown } from '#shared/client/api.ts'
import { pageHead } from '#web/chrome/page-head.ts'
import { Letterhead } from '#web/chrome/wordmark.tsx'
import { loadQuery } from '#web/data/load-query.ts'
import { textPageQuery } from '#web/data/query.ts'
import { pageTitle } from '#web/page-title.ts'
import { TextPage } from '#web/text-page/text-page.tsx'

/** The owner's pages: delivery, returns, terms and so on. */
export const Route = createFileRoute('/pages/$name')({
  loader: async ({ context: { queryClient, api }, params, abortController }) => {
    try {
      const { title, description } = await loadQuery(
        queryClient,
        textPageQuery(api, params.name),
        abortController,
      )
      return { title: pageTitle(title), description, path: `/pages/${params.name}` }
    } catch (error) {
      throw isUnknown(error) ? notFound() : error
    }
  },
  head: ({ match: { context }, loaderData }) => (loaderData ? pageHead(loaderData, context.publicUrl) : {}),
  component: Shown,
})

function Shown() {
  const { api } = Route.useRouteContext()
  const { name } = Route.useParams()
  const { data: page } = useQuery(textPageQuery(api, name))
  return (
    page && (
      <div className="page py-6 sm:py-10">
        <Letterhead />
        <TextPage page={page} />
      </div>
    )
  )
}
