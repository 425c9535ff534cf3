import { createRoute } from '@hono/zod-openapi'
import type { Context, HonoRequest } from 'hono'
import { requireSession } from '#server/auth/require-session.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { readFile } from '#server/http/body.ts'
import { createRateLimiter } from '#server/http/rate-limit.ts'
import { type AppEnv, createRouter } from '#server/http/router.ts'
import { isOwnOrder, opensOrder } from '#server/order/history-store.ts'
import { readReceiptToken } from '#server/order/receipt-link.ts'
import * as contract from '#shared/contract/return.ts'
import { DAY_MS, HOUR_MS } from '#shared/duration.ts'
import { ShopError } from '#shared/errors.ts'
import { askForReturn, readReturns } from './ask.ts'
import { addPhotoTo, photoResponse, readPhotoToken } from './photo.ts'
import { findPhoto } from './photo-store.ts'

/** Generous, since many phones share one address behind a carrier. */
const PER_CLIENT = { max: 60, windowMs: HOUR_MS }
const PER_ORDER = { max: 20, windowMs: DAY_MS }
/** Each is decoded and made anew, which takes a second. */
const PHOTOS_PER_CLIENT = { max: 60, windowMs: HOUR_MS }
const PHOTOS_PER_ORDER = { max: 20, windowMs: DAY_MS }

/** What a buyer asks to send back: signed in, or by the link in the mails about the order. */
export function returnApi(dependencies: Pick<Dependencies, 'db' | 'now' | 'settings'>) {
  const { db, now, settings } = dependencies
  const middleware = requireSession(dependencies)

  /** Throws unless the order is the user's. */
  async function getOwn(userId: string, orderId: string): Promise<string> {
    if (!(await isOwnOrder(db, { userId, orderId }))) throw new ShopError('NOT_FOUND', 'Order not found')
    return orderId
  }

  /** The order that a link opens. Throws if it opens none. */
  async function getByLink(context: Context<AppEnv>, token: string): Promise<string> {
    context.header('Cache-Control', 'no-store')
    context.header('Referrer-Policy', 'no-referrer')
    const link = readReceiptToken(settings.appSecret, token, now())
    if (link === undefined || !(await opensOrder(db, link)))
      throw new ShopError('NOT_FOUND', 'This link does not open an order any more.')
    return link.orderId
  }

  async function ask(
    client: string,
    orderId: string,
    form: contract.ReturnForm,
  ): Promise<contract.OrderReturns> {
    const limit = createRateLimiter(db, settings, now())
    await limit('return', client, PER_CLIENT)
    await limit('return of', orderId, PER_ORDER)
    return askForReturn(dependencies, orderId, form)
  }

  async function addPhoto(
    client: string,
    request: HonoRequest,
    orderId: string,
    which: { number: number; slot: number },
  ): Promise<contract.OrderReturns> {
    const limit = createRateLimiter(db, settings, now())
    await limit('return photo', client, PHOTOS_PER_CLIENT)
    await limit('return photo of', orderId, PHOTOS_PER_ORDER)
    await addPhotoTo(dependencies, orderId, which, await readFile(request, 'photo'))
    return readReturns(db, dependencies, orderId)
  }

  return createRouter()
    .openapi(createRoute({ ...contract.getReturns, middleware }), async (context) => {
      const orderId = await getOwn(context.get('session').userId, context.req.valid('param').id)
      return context.json(await readReturns(db, dependencies, orderId), 200)
    })
    .openapi(createRoute({ ...contract.askReturn, middleware }), async (context) => {
      const orderId = await getOwn(context.get('session').userId, context.req.valid('param').id)
      const form = context.req.valid('json')
      return context.json(await ask(context.get('clientAddress'), orderId, form), 200)
    })
    .openapi(createRoute(contract.getReceiptReturns), async (context) => {
      const orderId = await getByLink(context, context.req.valid('param').token)
      return context.json(await readReturns(db, dependencies, orderId), 200)
    })
    .openapi(createRoute(contract.askReceiptReturn), async (context) => {
      const orderId = await getByLink(context, context.req.valid('param').token)
      const form = context.req.valid('json')
      return context.json(await ask(context.get('clientAddress'), orderId, form), 200)
    })
    .openapi(createRoute({ ...contract.addPhoto, middleware }), async (context) => {
      const { id, ...which } = context.req.valid('param')
      const orderId = await getOwn(context.get('session').userId, id)
      return context.json(await addPhoto(context.get('clientAddress'), context.req, orderId, which), 200)
    })
    .openapi(createRoute(contract.addReceiptPhoto), async (context) => {
      const { token, ...which } = context.req.valid('param')
      const orderId = await getByLink(context, token)
      return context.json(await addPhoto(context.get('clientAddress'), context.req, orderId, which), 200)
    })
    .openapi(createRoute(contract.getPhoto), async (context) => {
      const photo = readPhotoToken(settings.appSecret, context.req.valid('param').token, now())
      return photoResponse(photo && (await findPhoto(db, photo)))
    })
}
