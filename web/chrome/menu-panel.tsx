import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { firstName } from '#shared/first-name.ts'
import { buttonClass } from '#ui/button.tsx'
import { Panel } from '#ui/overlay/panel.tsx'
import { categoriesQuery } from '#web/data/query.ts'
import { useSession } from '#web/state/session.ts'
import { categoryLinks } from './category-bar.tsx'
import { DataSaverSwitch } from './data-saver-switch.tsx'
import { useLogOut } from './use-log-out.ts'

const SCREENS = [
  { to: '/', name: 'Home' },
  { to: '/products', name: 'Products' },
  { to: '/orders', name: 'My Orders' },
] as const

export function MenuPanel({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Panel title="Menu" side="left" isOpen={isOpen} onClose={onClose} footer={<Account />}>
      <nav aria-label="Menu">
        <ul className="ruled border-line border-b">
          {SCREENS.map(({ to, name }) => (
            <li key={to}>
              <Link
                to={to}
                replace
                activeOptions={{ exact: true }}
                className="display block py-4 text-d-md hover:text-accent-text aria-[current]:text-accent-text"
              >
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="border-line border-b py-3">
        <DataSaverSwitch />
      </div>
      <nav aria-label="Categories">
        <Categories />
      </nav>
    </Panel>
  )
}

/** Last: nothing may move down when they arrive. */
function Categories() {
  const { data = [] } = useQuery(categoriesQuery(useRouter().options.context.api))
  return (
    <ul className="grid grid-cols-2 gap-x-4 py-4">
      {categoryLinks(data).map(({ name, label, search }) => (
        <li key={name}>
          <Link to="/products" search={search} replace className="label flex min-h-11 items-center text-xs">
            {label}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Account() {
  const user = useSession((session) => session.user)
  const logOut = useLogOut()
  if (user === null) {
    return (
      <Link to="/login" replace className={buttonClass({}, 'w-full')}>
        Login / Signup
      </Link>
    )
  }
  return (
    <div className="flex items-center justify-between gap-4">
      <span className="truncate">{`Hi ${firstName(user.fullName)}`}</span>
      <button type="button" className={buttonClass({ variant: 'secondary', size: 'sm' })} onClick={logOut}>
        Logout
      </button>
    </div>
  )
}
