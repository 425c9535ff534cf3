import { createRoute } from '@hono/zod-openapi'
import { requireSession } from '#server/auth/require-session.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { createRouter } from '#server/http/router.ts'
import { changeAddress, listAddresses, removeAddress } from '#shared/contract/address.ts'
import { ShopError } from '#shared/errors.ts'
import { normalPhone } from '#shared/phone.ts'
import { changeAddressOf, listAddressesOf, removeAddressOf } from './store.ts'

export function addressApi(dependencies: Pick<Dependencies, 'db' | 'now'>) {
  const { db, now } = dependencies
  const middleware = requireSession(dependencies)
  return createRouter()
    .openapi(createRoute({ ...listAddresses, middleware }), async (context) =>
      context.json(await listAddressesOf(db, context.get('session').userId), 200),
    )
    .openapi(createRoute({ ...changeAddress, middleware }), async (context) => {
      const { userId } = context.get('session')
      const { address: typed, isDefault = false } = context.req.valid('json')
      // As the orders have it, so that the same address is one.
      const address = typed && { ...typed, phone: normalPhone(typed.phone) ?? typed.phone }
      const change = { address, isDefault, now: now() }
      const isTheirs = await changeAddressOf(db, userId, context.req.valid('param').id, change)
      if (!isTheirs) throw unknownAddress()
      return context.json(await listAddressesOf(db, userId), 200)
    })
    .openapi(createRoute({ ...removeAddress, middleware }), async (context) => {
      const { userId } = context.get('session')
      if (!(await removeAddressOf(db, userId, context.req.valid('param').id))) throw unknownAddress()
      return context.json(await listAddressesOf(db, userId), 200)
    })
}

function unknownAddress(): ShopError {
  return new ShopError('NOT_FOUND', 'This address is not in your list any more.')
}
