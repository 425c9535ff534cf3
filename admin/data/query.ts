import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Api } from './api.ts'

export const meQuery = (api: Api) =>
  queryOptions({ queryKey: ['me'], queryFn: ({ signal }) => api('get', '/admin/me', {}, { signal }) })

export const sessionsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => api('get', '/admin/session', {}, { signal }),
  })

export const staffQuery = (api: Api) =>
  queryOptions({ queryKey: ['staff'], queryFn: ({ signal }) => api('get', '/admin/staff', {}, { signal }) })

export const auditQuery = (api: Api) =>
  infiniteQueryOptions({
    queryKey: ['audit'],
    queryFn: ({ signal, pageParam }) =>
      api('get', '/admin/audit', { query: pageParam === undefined ? {} : { before: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ acts, hasMore }) => (hasMore ? acts.at(-1)?.id : undefined),
  })
