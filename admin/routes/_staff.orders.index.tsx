import { useInfiniteQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { Suspense, useRef, useState } from 'react'
import { z } from 'zod'
import { NextPage, NotLoaded } from '#admin/chrome/load-state.tsx'
import { ScreenHeader } from '#admin/chrome/shell.tsx'
import { ordersQuery } from '#admin/data/query.ts'
import { useRested } from '#admin/data/use-rested.ts'
import { OrderRow } from '#admin/order/order-row.tsx'
import { SavedFilters } from '#admin/order/saved-filters.tsx'
import { typeSearch, useTypedSearch } from '#admin/order/typed-search.ts'
import { useRowKeys } from '#admin/order/use-row-keys.ts'
import { useSelection } from '#admin/order/use-selection.ts'
import { type OrderFilter, type OrderView, orderFilter } from '#shared/contract/admin/order.ts'
import { isAllowed } from '#shared/contract/permission.ts'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/class-name.ts'
import { TextInput } from '#ui/form/control.tsx'
import { lazyComponent } from '#ui/lazy-component.ts'
import { Skeleton } from '#ui/skeleton.tsx'

const PlaceAndDates = lazyComponent(() => import('#admin/order/place-and-dates.tsx'), 'PlaceAndDates')
const SelectionBar = lazyComponent(() => import('#admin/order/selection-bar.tsx'), 'SelectionBar')

const { shape } = orderFilter

export const Route = createFileRoute('/_staff/orders/')({
  // Without the search, which would keep a buyer's name in the address.
  validateSearch: z.object({
    view: shape.view.catch(undefined),
    place: shape.place.catch(undefined),
    since: shape.since.catch(undefined),
    until: shape.until.catch(undefined),
  }),
  head: () => ({ meta: [{ title: 'Orders' }] }),
  component: Orders,
})

const VIEW_LABEL: Record<OrderView, string> = {
  'to-pack': 'To pack',
  'to-send': 'To send',
  sent: 'Sent',
  paid: 'Paid',
  'needs-you': 'Needs you',
  unpaid: 'Unpaid',
  refunded: 'Refunded',
  all: 'All',
}
const PAID_VIEWS: readonly OrderView[] = ['paid', 'to-pack', 'to-send', 'sent']
const VIEWS: readonly OrderView[] = [...PAID_VIEWS, 'needs-you', 'unpaid', 'refunded', 'all']

function Orders() {
  const { api, me } = Route.useRouteContext()
  // Field by field: what else is in the address, the router passes on as well.
  const { view = 'paid', place, since, until } = Route.useSearch()
  const within = { place, since, until }
  const navigate = useNavigate()
  const typed = useTypedSearch()
  const search = useRested(typed.trim())
  const box = useRef<HTMLInputElement>(null)
  useRowKeys(box)
  // A search looks everywhere.
  const asked: OrderFilter = { ...within, ...(search === '' ? { view } : { view: 'all', search }) }
  const isWithin = Object.values(within).some((each) => each !== undefined)
  const [showsMore, setShowsMore] = useState(isWithin)
  const query = useInfiniteQuery(ordersQuery(api, asked))
  const { isPlaceholderData, hasNextPage } = query
  const orders = query.data?.pages.flatMap((page) => page.orders)
  const views = isAllowed(me.role, 'order.unpaid') ? VIEWS : PAID_VIEWS
  const { selected, toggle, add, clear } = useSelection(JSON.stringify(asked))
  /** On a phone, where a row has no room for its box all the time. */
  const [isSelecting, setSelecting] = useState(false)
  return (
    <>
      <ScreenHeader title="Orders">
        <Button
          variant="secondary"
          size="sm"
          className="lg:hidden"
          aria-pressed={isSelecting}
          onClick={() => {
            setSelecting(!isSelecting)
            clear()
          }}
        >
          {isSelecting ? 'Done' : 'Select'}
        </Button>
      </ScreenHeader>
      <TextInput
        ref={box}
        type="search"
        aria-label="Search orders"
        placeholder="Number, name, phone, email, SKU …"
        value={typed}
        onChange={(event) => typeSearch(event.target.value)}
      />
      <nav
        aria-label="Views"
        className="no-scrollbar -mx-(--spacing-gutter) mt-3 flex gap-2 overflow-x-auto px-(--spacing-gutter) py-1"
      >
        {views.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={search === '' && each === view}
            className={classes(
              'label min-h-11 shrink-0 border border-line-strong px-4 text-2xs',
              search === '' && each === view && 'chosen',
            )}
            onClick={() => {
              typeSearch('')
              void navigate({ to: '/orders', search: { ...within, view: each } })
            }}
          >
            {VIEW_LABEL[each]}
          </button>
        ))}
      </nav>
      <SavedFilters
        shown={asked}
        isWorthSaving={search !== '' || isWithin}
        onFilter={({ search: saved = '', ...filter }) => {
          typeSearch(saved)
          void navigate({ to: '/orders', search: filter })
        }}
      >
        <Button variant="ghost" size="sm" aria-expanded={showsMore} onClick={() => setShowsMore(!showsMore)}>
          {isWithin ? 'Place and dates: chosen' : 'Place and dates'}
        </Button>
      </SavedFilters>
      {showsMore && (
        <Suspense fallback={<Skeleton className="mt-3 h-20" />}>
          <PlaceAndDates
            chosen={within}
            onChange={(changed) =>
              void navigate({ to: '/orders', search: { view, ...within, ...changed }, replace: true })
            }
          />
        </Suspense>
      )}
      <p role="status" className="sr-only">
        {orders && !isPlaceholderData ? `${orders.length}${hasNextPage ? ' or more' : ''} orders` : ''}
      </p>
      {!orders && <NotLoaded {...query} />}
      {orders?.length === 0 && (
        <p className="py-12 text-center text-ink-soft">
          {search === '' && !isWithin ? 'Nothing here.' : 'No order matches that.'}
        </p>
      )}
      <ul aria-busy={isPlaceholderData} className="ruled mt-2 aria-busy:cursor-progress">
        {orders?.map((order) => (
          <OrderRow
            key={order.id}
            order={order}
            isTicked={selected.has(order.id)}
            isSelecting={isSelecting}
            onTick={() => toggle(order)}
          />
        ))}
      </ul>
      <NextPage query={query}>Earlier orders</NextPage>
      {selected.size > 0 && (
        <Suspense fallback={null}>
          <SelectionBar
            selected={selected}
            role={me.role}
            loaded={orders?.length ?? 0}
            onAll={() => add(orders ?? [])}
            onClear={clear}
          />
        </Suspense>
      )}
    </>
  )
}
