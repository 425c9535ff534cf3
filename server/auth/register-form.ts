import { MIMEType } from 'node:util'
import { createMiddleware } from 'hono/factory'
import { isJson, requireJson } from '#server/http/body.ts'
import type { AppEnv } from '#server/http/router.ts'
import { ShopError } from '#shared/errors.ts'

const FORMS = new Set(['application/x-www-form-urlencoded', 'multipart/form-data'])
const json = requireJson()

/** Accepts registration as JSON or as a form of either encoding. Refuses files in the form and any other media type. */
export const parseRegistration = createMiddleware<AppEnv>(async (context, next) => {
  const type = context.req.header('content-type') ?? ''
  if (isJson(type)) return json(context, next)
  if (!isForm(type)) {
    throw new ShopError('UNSUPPORTED_MEDIA_TYPE', 'This call takes JSON or a form.')
  }
  const form = await readForm(context.req.formData())
  if ([...form.values()].some((value) => typeof value !== 'string')) {
    throw new ShopError('UNSUPPORTED_MEDIA_TYPE', 'This call takes no files.')
  }
  // The validators after this know fewer ways to write it, and take the form that was read here.
  context.req.raw.headers.set('content-type', mediaType(type))
  return next()
})

export function isForm(contentType: string): boolean {
  return FORMS.has(mediaType(contentType))
}

/** In lower case and without parameters, such as a boundary or a charset; empty if it is none. */
function mediaType(contentType: string): string {
  try {
    return new MIMEType(contentType).essence
  } catch {
    return ''
  }
}

async function readForm(form: Promise<FormData>): Promise<FormData> {
  try {
    return await form
  } catch {
    throw new ShopError('VALIDATION', 'The form could not be read.')
  }
}
