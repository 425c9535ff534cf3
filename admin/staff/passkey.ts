import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser'
import type { Api } from '#admin/data/api.ts'
import { Dismissed, type Sent } from '#admin/data/use-act.ts'

export const hasPasskeys = browserSupportsWebAuthn

type RequestOptions = Parameters<typeof startAuthentication>[0]['optionsJSON']
type CreationOptions = Parameters<typeof startRegistration>[0]['optionsJSON']
/** WebAuthn's JSON passes through the contract as it is. */
type Json = Record<string, unknown>

/** Asks this device for a passkey of the shop; what to do with it is the caller's call. */
async function answerChallenge(api: Api) {
  const { challengeId, options } = await api('post', '/admin/login/passkey-challenge')
  const response = await unlessDismissed(
    startAuthentication({ optionsJSON: options as unknown as RequestOptions }),
  )
  return { challengeId, response: response as unknown as Json }
}

export const logInByPasskey = async (api: Api) =>
  api('post', '/admin/login/passkey', { body: await answerChallenge(api) })

export const confirmByPasskey = async (api: Api) =>
  api('post', '/admin/confirm/passkey', { body: await answerChallenge(api) })

export async function addPasskey(api: Api, name: string, sent: Sent) {
  const { challengeId, options } = await api('post', '/admin/passkey/challenge')
  const response = await unlessDismissed(
    startRegistration({ optionsJSON: options as unknown as CreationOptions }),
  )
  return api(
    'post',
    '/admin/passkey',
    { body: { challengeId, response: response as unknown as Json, name } },
    sent,
  )
}

/** Closing the device's own dialog is no failure. */
async function unlessDismissed<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked
  } catch (error) {
    const isAborted = error instanceof WebAuthnError && error.code === 'ERROR_CEREMONY_ABORTED'
    if (isAborted || (error instanceof Error && error.name === 'NotAllowedError')) throw new Dismissed()
    throw error
  }
}
