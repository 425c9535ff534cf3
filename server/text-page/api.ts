import { createRoute } from '@hono/zod-openapi'
import { listPlaces } from '#server/app-data/store.ts'
import { EVERY_PRODUCT } from '#server/db/every-product.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { cacheFor, publicFor } from '#server/http/cache-for.ts'
import { createRouter } from '#server/http/router.ts'
import { getTextPage, type TextBlock } from '#shared/contract/text-page.ts'
import { ShopError } from '#shared/errors.ts'
import { feesTable, sizeTables } from './live-block.ts'
import type { ParsedPage } from './parse.ts'

const FRESH_S = 60

export function textPageApi({
  db,
  productIndex,
  textPages,
}: Pick<Dependencies, 'db' | 'productIndex' | 'textPages'>) {
  async function fill(block: ParsedPage['blocks'][number]): Promise<TextBlock[]> {
    if (block.kind === 'fees') return feesTable(await listPlaces(db))
    if (block.kind === 'sizes') return sizeTables((await productIndex.read()).names('category'))
    return [block]
  }

  return createRouter().openapi(createRoute(getTextPage), async (context) => {
    const { id } = context.req.valid('param')
    const page = textPages?.get(id)
    if (!page) throw new ShopError('NOT_FOUND', 'There is no such page.')
    const blocks = (await Promise.all(page.blocks.map(fill))).flat()
    cacheFor(context, { seconds: FRESH_S, tags: [EVERY_PRODUCT], cacheControl: publicFor(FRESH_S) })
    return context.json({ ...page, id, blocks }, 200)
  })
}
