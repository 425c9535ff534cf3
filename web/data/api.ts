import { type Client, createClient, type Fetch } from '#shared/client/api.ts'
import type { RoutesOf } from '#shared/client/routes.ts'
import type * as address from '#shared/contract/address.ts'
import type * as appData from '#shared/contract/app-data.ts'
import type * as auth from '#shared/contract/auth.ts'
import type * as order from '#shared/contract/order.ts'
import type * as payment from '#shared/contract/payment.ts'
import type * as product from '#shared/contract/product.ts'
import type * as returns from '#shared/contract/return.ts'
import type * as review from '#shared/contract/review.ts'
import type * as stockAlert from '#shared/contract/stock-alert.ts'
import type * as textPage from '#shared/contract/text-page.ts'

export type ApiRoutes = RoutesOf<
  typeof address &
    typeof appData &
    typeof auth &
    typeof order &
    typeof payment &
    typeof product &
    typeof returns &
    typeof review &
    typeof stockAlert &
    typeof textPage
>
export type Api = Client<ApiRoutes>

/** The shop's API, for pages: while they are rendered it is in the same process. */
export function createApi(fetch: Fetch, onTokenRefused?: (token: string) => void): Api {
  return createClient<ApiRoutes>(fetch, {
    isInProcess: import.meta.env.SSR,
    ...(onTokenRefused ? { onTokenRefused } : {}),
  })
}
