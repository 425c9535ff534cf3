import { type Api, ApiError } from './api.ts'
import type { ApiRoutes } from './api-routes.ts'

type Body<P extends ApiRoutes['path']> = Extract<ApiRoutes, { path: P; method: 'post' }>['body']

export const registerAccount = (api: Api, body: Body<'/auth/register'>) =>
  api('post', '/auth/register', { body }, { asForm: true })

export const verifyEmail = (api: Api, body: Body<'/auth/verify-otp'>) =>
  api('post', '/auth/verify-otp', { body })

export const resendCode = (api: Api, body: Body<'/auth/resend-otp'>) =>
  api('post', '/auth/resend-otp', { body })

export const logIn = (api: Api, body: Body<'/auth/login'>) => api('post', '/auth/login', { body })

export const askForReset = (api: Api, body: Body<'/auth/forgot-password'>) =>
  api('post', '/auth/forgot-password', { body })

export const verifyResetCode = (api: Api, body: Body<'/auth/verify-password-otp'>) =>
  api('post', '/auth/verify-password-otp', { body })

export const resetPassword = (api: Api, body: Body<'/auth/reset-password'>) =>
  api('post', '/auth/reset-password', { body })

/**
 * The server's message for a failed call, or `fallback` if it gave none. Anything that is not a response of the API is
 * rethrown.
 */
export function failureWords(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError)) throw error
  return error.body?.message || fallback
}
