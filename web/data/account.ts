import { ApiError } from '#shared/client/api.ts'
import { isRecord } from '#web/state/stored.ts'
import type { Api, ApiRoutes } from './api.ts'

type Body<P extends ApiRoutes['path']> = Extract<ApiRoutes, { path: P; method: 'post' }>['body']

export const registerAccount = (api: Api, body: Body<'/auth/register'>) =>
  api('post', '/auth/register', { body }, { asForm: true })

/** The session, or the ticket for choosing a password if it was typed in another sign-up than this tab's. */
export async function verifyEmail(api: Api, body: Body<'/auth/verify-otp'>) {
  try {
    return await api('post', '/auth/verify-otp', { body })
  } catch (error) {
    if (error instanceof ApiError && error.body?.code === 'PASSWORD_NEEDED')
      return { email: body.email, otp: stringIn(error.body.details, 'otp') }
    throw error
  }
}

export const resendCode = (api: Api, body: Body<'/auth/resend-otp'>) =>
  api('post', '/auth/resend-otp', { body })

export const logIn = (api: Api, body: Body<'/auth/login'>) => api('post', '/auth/login', { body })

export const askForReset = (api: Api, body: Body<'/auth/forgot-password'>) =>
  api('post', '/auth/forgot-password', { body })

export const verifyResetCode = (api: Api, body: Body<'/auth/verify-password-otp'>) =>
  api('post', '/auth/verify-password-otp', { body })

export const resetPassword = (api: Api, body: Body<'/auth/reset-password'>) =>
  api('post', '/auth/reset-password', { body })

/** A text that a failure carries in its details; empty if there is none of that name. */
export function stringIn(details: unknown, name: string): string {
  const value = isRecord(details) ? details[name] : undefined
  return typeof value === 'string' ? value : ''
}

/**
 * The server's message for a failed call, or `fallback` if it gave none. Anything that is not a response of the API is
 * rethrown.
 */
export function failureWords(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError)) throw error
  return error.body?.message || fallback
}
