import { createFileRoute } from '@tanstack/react-router'
import { ScreenHeader } from '#admin/chrome/shell.tsx'

export const Route = createFileRoute('/_staff/')({
  head: () => ({ meta: [{ title: 'Today' }] }),
  component: Today,
})

function Today() {
  const { me } = Route.useRouteContext()
  return (
    <>
      <ScreenHeader title="Today" />
      <p>{`Hi ${me.name}`}</p>
    </>
  )
}
