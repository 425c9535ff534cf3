import { createIsomorphicFn, getGlobalStartContext } from '@tanstack/react-start'

type RequestContext = { fetch: (path: string, init?: RequestInit) => Promise<Response>; publicUrl: string }

/** While rendering, the API is called in process, without a socket; in the browser by fetch. */
export const requestContext = createIsomorphicFn()
  .server((): RequestContext => {
    const given = getGlobalStartContext() as unknown as {
      apiFetch: RequestContext['fetch']
      publicUrl: string
    }
    return { fetch: given.apiFetch, publicUrl: given.publicUrl }
  })
  .client((): RequestContext => ({ fetch: (path, init) => fetch(path, init), publicUrl: location.origin }))
