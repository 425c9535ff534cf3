import { ApiError } from '#shared/client/api.ts'
import type { Api } from './api.ts'

export const readProfile = (api: Api, token: string) => api('get', '/auth/profile', {}, { token })

/**
 * Ends the session on the server too. Without a network it stays there until it expires: nothing more can be done from
 * here.
 */
export async function logOut(api: Api, token: string): Promise<void> {
  try {
    await api('post', '/auth/logout', {}, { token })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}
