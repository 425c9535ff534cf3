import { createFileRoute, Link } from '@tanstack/react-router'
import { rareScreens } from '#admin/chrome/screens.ts'
import { ScreenHeader } from '#admin/chrome/shell.tsx'
import { Icon } from '#ui/icon.tsx'

export const Route = createFileRoute('/_staff/more')({
  head: () => ({ meta: [{ title: 'More' }] }),
  component: More,
})

function More() {
  const { me } = Route.useRouteContext()
  return (
    <>
      <ScreenHeader title="More" />
      <ul className="ruled">
        {rareScreens(me.role).map(({ to, label }) => (
          <li key={to}>
            <Link to={to} className="flex min-h-14 items-center justify-between text-lg font-semibold">
              {label}
              <Icon name="chevron-right" />
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
