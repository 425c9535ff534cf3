import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { OrderFilter } from '#shared/contract/admin/order.ts'
import { MINUTE_MS } from '#shared/duration.ts'
import type { Api } from './api.ts'
import { pollMs } from './live.ts'

export const meQuery = (api: Api) =>
  queryOptions({ queryKey: ['me'], queryFn: ({ signal }) => api('get', '/admin/me', {}, { signal }) })

export const sessionsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => api('get', '/admin/session', {}, { signal }),
  })

export const staffQuery = (api: Api) =>
  queryOptions({ queryKey: ['staff'], queryFn: ({ signal }) => api('get', '/admin/staff', {}, { signal }) })

export const alertSettingsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['alert-settings'],
    queryFn: ({ signal }) => api('get', '/admin/alert-settings', {}, { signal }),
  })

export const pushDevicesQuery = (api: Api) =>
  queryOptions({
    queryKey: ['push-devices'],
    queryFn: ({ signal }) => api('get', '/admin/push', {}, { signal }),
  })

export const auditQuery = (api: Api) =>
  infiniteQueryOptions({
    queryKey: ['audit'],
    queryFn: ({ signal, pageParam }) =>
      api('get', '/admin/audit', { query: pageParam === null ? {} : { before: pageParam } }, { signal }),
    // Not undefined: what was read last is stored as JSON, which has none.
    initialPageParam: null as string | null,
    getNextPageParam: ({ acts, hasMore }) => (hasMore ? acts.at(-1)?.id : undefined),
  })

/** Every letter that is typed is another list. */
const SEARCH_KEPT_MS = MINUTE_MS

/** Read again when the shop tells of a change, so that a new order appears by itself. */
export const ordersQuery = (api: Api, filter: OrderFilter) =>
  infiniteQueryOptions({
    queryKey: ['orders', filter],
    queryFn: ({ signal, pageParam }) =>
      api(
        'get',
        '/admin/order',
        {
          query: { ...filter, ...(pageParam === null ? {} : { after: pageParam }) },
        },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    ...(filter.search === undefined ? {} : { gcTime: SEARCH_KEPT_MS }),
    refetchInterval: pollMs,
  })

export const filtersQuery = (api: Api) =>
  queryOptions({
    queryKey: ['order-filters'],
    queryFn: ({ signal }) => api('get', '/admin/order-filter', {}, { signal }),
  })

export const orderQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: ['order', id],
    queryFn: ({ signal }) => api('get', '/admin/order/{id}', { params: { id } }, { signal }),
  })

export const notesQuery = (api: Api, orderId: string) =>
  queryOptions({
    queryKey: ['order', orderId, 'notes'],
    queryFn: ({ signal }) => api('get', '/admin/order/{id}/note', { params: { id: orderId } }, { signal }),
  })

export const parcelsQuery = (api: Api, orderId: string) =>
  queryOptions({
    queryKey: ['parcels', orderId],
    queryFn: ({ signal }) => api('get', '/admin/order/{id}/parcel', { params: { id: orderId } }, { signal }),
    // What can be undone can be no more once its mail is gone.
    refetchInterval: pollMs,
  })

export const moneyQuery = (api: Api, period: { since: string; until: string }) =>
  queryOptions({
    queryKey: ['money', period],
    queryFn: ({ signal }) => api('get', '/admin/money', { query: period }, { signal }),
    placeholderData: keepPreviousData,
  })

export const lateQuery = (api: Api) =>
  queryOptions({
    queryKey: ['today', 'late'],
    queryFn: ({ signal }) => api('get', '/admin/late', {}, { signal }),
  })

export const buyerMailsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['buyer-mails'],
    queryFn: ({ signal }) => api('get', '/admin/buyer-mails', {}, { signal }),
  })

/** Asked for again soon while the provider has not confirmed a refund. */
export const refundsQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: ['order', id, 'refunds'],
    queryFn: ({ signal }) => api('get', '/admin/order/{id}/refund', { params: { id } }, { signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.refunds.some(({ state }) => state === 'requested') ? 3_000 : false,
  })

export const packQuery = (api: Api) =>
  queryOptions({
    queryKey: ['pack'],
    queryFn: ({ signal }) => api('get', '/admin/pack', {}, { signal }),
    refetchInterval: pollMs,
  })

/** Always asked for again: the buyer may have asked a moment ago. */
export const returnsQuery = (api: Api, orderId: string) =>
  queryOptions({
    queryKey: ['returns', orderId],
    queryFn: ({ signal }) => api('get', '/admin/order/{id}/return', { params: { id: orderId } }, { signal }),
    staleTime: 0,
  })

export const todayQuery = (api: Api) =>
  queryOptions({
    queryKey: ['today'],
    queryFn: ({ signal }) => api('get', '/admin/today', {}, { signal }),
    refetchInterval: pollMs,
  })
