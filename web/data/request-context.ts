import { createIsomorphicFn, getGlobalStartContext } from '@tanstack/react-start'
import type { Fetch } from './api.ts'

type RequestContext = {
  fetch: Fetch
  publicUrl: string
  /** Whether the page is rendered in the data-saving variant. */
  isLight: boolean
}

/** While rendering, the API is called in process, without a socket; in the browser, with fetch. */
export const requestContext = createIsomorphicFn()
  .server((): RequestContext => {
    const given = getGlobalStartContext() as unknown as {
      apiFetch: RequestContext['fetch']
      publicUrl: string
      variant: 'full' | 'light'
    }
    return {
      fetch: given.apiFetch,
      publicUrl: given.publicUrl,
      isLight: given.variant === 'light',
    }
  })
  .client(
    (): RequestContext => ({
      fetch: (path, init) => fetch(path, init),
      publicUrl: location.origin,
      isLight: false,
    }),
  )
