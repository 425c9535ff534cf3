import type { HonoRequest, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { ShopError } from '#shared/errors.ts'
import { RETURN_PHOTO_MAX_BYTES } from '#shared/limits.ts'
import { isStorable } from '#shared/storable-text.ts'
import { isWrite } from './method.ts'
import type { AppEnv } from './router.ts'

const BODY_MAX_BYTES = 100_000
const WEBHOOK_MAX_BYTES = 256 * 1024
/** What a form puts around a file. */
const FORM_BYTES = 2_000
const DEPTH_MAX = 8
const REFUSED_KEYS = new Set(['__proto__', 'constructor', 'prototype'])

const tooLarge = (): never => {
  throw new ShopError('BODY_TOO_LARGE', 'That is too much to send at once.')
}

/** The calls that take a photo. */
export const TAKES_PHOTO = /^\/api\/return\/(receipt\/)?[^/]+\/\d+\/photo\/\d+$/

/** 100 KB for an API call, 256 KiB for the provider's webhook, 1 MB for a photo; larger bodies get a 413. */
export function limitBody(): MiddlewareHandler<AppEnv> {
  const ordinary = limitBodyTo(BODY_MAX_BYTES)
  const webhook = limitBodyTo(WEBHOOK_MAX_BYTES)
  const photo = limitBodyTo(RETURN_PHOTO_MAX_BYTES + FORM_BYTES)
  return (context, next) => {
    const { path } = context.req
    if (path === '/api/payment/webhook') return webhook(context, next)
    return TAKES_PHOTO.test(path) ? photo(context, next) : ordinary(context, next)
  }
}

export function limitBodyTo(maxBytes: number): MiddlewareHandler<AppEnv> {
  return bodyLimit({ maxSize: maxBytes, onError: tooLarge })
}

/** The only file of a form. */
export async function readFile(request: HonoRequest, name: string): Promise<Uint8Array> {
  if (!/^multipart\/form-data\s*;/i.test(request.header('content-type') ?? ''))
    throw new ShopError('UNSUPPORTED_MEDIA_TYPE', 'This call takes a form with a file.')
  const form = await request.formData().catch(() => {
    throw new ShopError('VALIDATION', 'The form could not be read.')
  })
  const file = form.get(name)
  if (!(file instanceof File)) throw new ShopError('VALIDATION', 'The form has no file.')
  return new Uint8Array(await file.arrayBuffer())
}

const JSON_MEDIA = /^application\/json\s*(;|$)/i

export function isJson(contentType: string): boolean {
  return JSON_MEDIA.test(contentType)
}

/**
 * Writes accept JSON only (register also accepts forms, and checks that itself). JSON is checked for depth, dangerous
 * keys and text that cannot be stored. `media` are the accepted media types.
 */
export function requireJson({
  except = () => false,
  media = JSON_MEDIA,
}: {
  except?: (path: string) => boolean
  media?: RegExp
} = {}): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    const { method, path } = context.req
    // No call that deletes takes a body: what is sent with one is not read.
    if (!isWrite(method) || method === 'DELETE' || except(path)) return next()
    const type = context.req.header('content-type') ?? ''
    const hasBody = context.req.raw.body !== null && context.req.header('content-length') !== '0'
    if (!hasBody) return next()
    const text = await context.req.text()
    if (text === '') return next()
    if (!media.test(type)) {
      throw new ShopError('UNSUPPORTED_MEDIA_TYPE', 'This call takes application/json.')
    }
    checkJson(readJson(text), [])
    // The validators after this know fewer ways to write it.
    if (media === JSON_MEDIA && type !== 'application/json')
      context.req.raw.headers.set('content-type', 'application/json')
    return next()
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ShopError('MALFORMED_JSON', 'The request body is not valid JSON.')
  }
}

/** Half of a surrogate pair is not a character. */
function isUsable(text: string): boolean {
  return text.isWellFormed() && isStorable(text)
}

function checkJson(value: unknown, path: readonly string[]): void {
  if (typeof value === 'string' && !isUsable(value)) {
    const message = 'This has characters that cannot be kept.'
    throw new ShopError('VALIDATION', message, { fields: { [path.join('.') || 'body']: message } })
  }
  if (typeof value !== 'object' || value === null) return
  if (path.length >= DEPTH_MAX) throw new ShopError('VALIDATION', 'The request is nested too deeply.')
  for (const [key, inner] of Object.entries(value)) {
    if (REFUSED_KEYS.has(key) || !isUsable(key))
      throw new ShopError('VALIDATION', 'The request has a field that is not allowed.')
    checkJson(inner, [...path, key])
  }
}
