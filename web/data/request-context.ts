import { createIsomorphicFn, getGlobalStartContext } from '@tanstack/react-start'
import type { Fetch } from './api.ts'

type RequestContext = {
  fetch: Fetch
  publicUrl: string
  /** Whether the page is rendered in the data-saving variant. */
  savesData: boolean
}

/** While rendering, the API is called in process, without a socket; in the browser, with fetch. */
export const requestContext = createIsomorphicFn()
  .server((): RequestContext => {
    const given = getGlobalStartContext() as unknown as {
      apiFetch: RequestContext['fetch']
      publicUrl: string
      variant: 'full' | 'data-saver'
    }
    return {
      fetch: given.apiFetch,
      publicUrl: given.publicUrl,
      savesData: given.variant === 'data-saver',
    }
  })
  .client(
    (): RequestContext => ({
      fetch: (path, init) => fetch(path, init),
      publicUrl: location.origin,
      savesData: false,
    }),
  )
