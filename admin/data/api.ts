import { type Client, createClient } from '#shared/client/api.ts'
import type { RoutesOf } from '#shared/client/routes.ts'
import type * as account from '#shared/contract/admin/account.ts'
import type * as alert from '#shared/contract/admin/alert.ts'
import type * as audit from '#shared/contract/admin/audit.ts'
import type * as late from '#shared/contract/admin/late.ts'
import type * as money from '#shared/contract/admin/money.ts'
import type * as order from '#shared/contract/admin/order.ts'
import type * as orderAct from '#shared/contract/admin/order-act.ts'
import type * as orderFilter from '#shared/contract/admin/order-filter.ts'
import type * as orderNote from '#shared/contract/admin/order-note.ts'
import type * as paid from '#shared/contract/admin/paid.ts'
import type * as parcel from '#shared/contract/admin/parcel.ts'
import type * as push from '#shared/contract/admin/push.ts'
import type * as refund from '#shared/contract/admin/refund.ts'
import type * as returns from '#shared/contract/admin/return.ts'
import type * as sale from '#shared/contract/admin/sale.ts'
import type * as signIn from '#shared/contract/admin/sign-in.ts'
import type * as staff from '#shared/contract/admin/staff.ts'
import type * as today from '#shared/contract/admin/today.ts'
import type * as appData from '#shared/contract/app-data.ts'
import type * as product from '#shared/contract/product.ts'

export type ApiRoutes = RoutesOf<
  typeof account &
    typeof alert &
    typeof audit &
    typeof money &
    typeof late &
    typeof order &
    typeof orderAct &
    typeof orderFilter &
    typeof orderNote &
    typeof paid &
    typeof parcel &
    typeof appData &
    typeof product &
    typeof refund &
    typeof sale &
    typeof push &
    typeof returns &
    typeof signIn &
    typeof staff &
    typeof today
>
export type Api = Client<ApiRoutes>

/** The session is a cookie, which the browser sends by itself. */
export const createApi = (): Api => createClient<ApiRoutes>((path, init) => fetch(path, init))
