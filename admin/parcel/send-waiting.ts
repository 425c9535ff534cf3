import { onlineManager, type QueryClient } from '@tanstack/react-query'
import { create } from 'zustand'
import type { Api } from '#admin/data/api.ts'
import { readOrdersAgain } from '#admin/data/live.ts'
import { meQuery } from '#admin/data/query.ts'
import { ApiError } from '#shared/client/api.ts'
import { noteParcels } from './note-parcels.ts'
import { dropWaiting, listWaiting, noteRefusal, type Waiting } from './waiting.ts'

/** The key of what is being sent just now. */
export const useSending = create<{ key: string | null }>(() => ({ key: null }))

/**
 * Tells the shop what whoever is signed in has packed without a network, one after the other. What is refused is noted and the others
 * go on; once there is no network, or nobody to send it, all wait on.
 */
export async function sendWaiting(api: Api, queryClient: QueryClient): Promise<void> {
  const next = () => {
    const me = queryClient.getQueryData(meQuery(api).queryKey)
    return listWaiting().find(({ member, refusal }) => member.id === me?.id && refusal === undefined)
  }
  if (useSending.getState().key !== null || !onlineManager.isOnline()) return
  let isAnyDone = false
  try {
    for (let pressed = next(); pressed !== undefined; pressed = next()) {
      useSending.setState({ key: pressed.key })
      if (!(await sendOne(api, queryClient, pressed))) break
      isAnyDone = true
    }
  } finally {
    useSending.setState({ key: null })
  }
  if (isAnyDone) await readOrdersAgain(queryClient)
}

/** Whether it is over, done or refused. Else it waits on, and the others with it. */
async function sendOne(api: Api, queryClient: QueryClient, pressed: Waiting): Promise<boolean> {
  const { key, orderId, body, member, pressedAt } = pressed
  const agoS = Math.max(0, Math.round((Date.now() - pressedAt) / 1000))
  const headers = { 'idempotency-key': key, 'pressed-ago': `${agoS}`, 'pressed-by': member.id }
  try {
    const known = await api(
      'post',
      '/admin/order/{id}/parcel',
      { params: { id: orderId }, body },
      { headers },
    )
    noteParcels(queryClient, api, orderId, known)
    dropWaiting(key)
    return true
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.isLost || error.status === 429 || error.status === 503) return false
    const isOfSession = error.status === 401 || error.status === 403
    if (isOfSession && !(await isStillSignedIn(api, queryClient, member.id))) return false
    noteRefusal(key, error.message)
    return true
  }
}

/** Asks who is signed in: nobody, or somebody else, may send what a member has packed. Nobody is led to the login. */
async function isStillSignedIn(api: Api, queryClient: QueryClient, memberId: string): Promise<boolean> {
  const me = await queryClient.fetchQuery({ ...meQuery(api), staleTime: 0 }).catch(() => undefined)
  return me?.id === memberId && !me.needsEnrolment
}
