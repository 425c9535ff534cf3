import { createMiddleware } from 'hono/factory'
import { requireJson } from '#server/api/body.ts'
import type { AppEnv } from '#server/api/router.ts'
import { ShopError } from '#shared/errors.ts'

const URLENCODED = /^application\/x-www-form-urlencoded\s*(;|$)/i
const MULTIPART = /^multipart\/form-data;\s?boundary=[a-zA-Z0-9'"()+_,\-./:=?]+$/i
const json = requireJson()

/** Accepts registration as JSON or as a form of either encoding. Refuses files in the form and any other media type. */
export const takeRegistration = createMiddleware<AppEnv>(async (context, next) => {
  const type = context.req.header('content-type') ?? ''
  if (!isForm(type)) {
    if (type === '') {
      throw new ShopError('UNSUPPORTED_MEDIA_TYPE', 'This call takes JSON or a form.')
    }
    return json(context, next)
  }
  const form = await readForm(context.req.formData())
  if ([...form.values()].some((value) => typeof value !== 'string')) {
    throw new ShopError('UNSUPPORTED_MEDIA_TYPE', 'This call takes no files.')
  }
  return next()
})

export function isForm(contentType: string): boolean {
  return URLENCODED.test(contentType) || MULTIPART.test(contentType)
}

async function readForm(form: Promise<FormData>): Promise<FormData> {
  try {
    return await form
  } catch {
    throw new ShopError('VALIDATION', 'The form could not be read.')
  }
}
