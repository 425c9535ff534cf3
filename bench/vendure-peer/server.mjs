// Opens Vendure, filled with the bench's products, as bench/rig/process.ts opens a floor.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import * as vendure from '@vendure/core'
import { catalogueOf } from '../rig/catalogue.ts'
import { serveFloor } from '../rig/process.ts'

const INITIAL = {
  defaultLanguage: 'en',
  defaultZone: 'Africa',
  countries: [{ code: 'NG', name: 'Nigeria', zone: 'Africa' }],
  taxRates: [{ name: 'Standard', percentage: 0 }],
  shippingMethods: [],
  paymentMethods: [],
  collections: [],
}
const POLL_MS = 200
/** Rows that are saved together. */
const CHUNK = 500

const codeOf = (name) => name.toLowerCase().replaceAll(' ', '-')
const inEnglish = (name) => [{ languageCode: 'en', name }]

/** Through Vendure's services what there is little of, through its entities what there is much of: its importer takes minutes. */
async function fill(app, catalogue) {
  await app.get(vendure.Populator).populateInitialData(INITIAL)
  const ctx = await app.get(vendure.RequestContextService).create({ apiType: 'admin' })
  const importer = app.get(vendure.FastImporterService)
  await importer.initialize(ctx.channel)
  const [taxCategory] = (await app.get(vendure.TaxCategoryService).findAll(ctx)).items
  const stockLocation = await app.get(vendure.StockLocationService).defaultStockLocation(ctx)
  const { rawConnection } = app.get(vendure.TransactionalConnection)
  const save = (Entity, rows) =>
    rawConnection.getRepository(Entity).save(
      rows.map((row) => new Entity(row)),
      { chunk: CHUNK },
    )
  const channels = [ctx.channel]

  async function facetOf(code, names) {
    const facet = await app
      .get(vendure.FacetService)
      .create(ctx, { code, isPrivate: false, translations: inEnglish(code) })
    const values = new Map()
    for (const name of new Set(names)) {
      const value = { facetId: facet.id, code: codeOf(name), translations: inEnglish(name) }
      values.set(name, await app.get(vendure.FacetValueService).create(ctx, facet, value))
    }
    return values
  }

  async function optionsOf(code, names) {
    const id = await importer.createProductOptionGroup({ code, options: [], translations: inEnglish(code) })
    const options = new Map()
    for (const name of new Set(names)) {
      const option = { productOptionGroupId: id, code: codeOf(name), translations: inEnglish(name) }
      options.set(name, { id: await importer.createProductOption(option) })
    }
    return { group: { id }, options }
  }

  const allOf = (kind) => catalogue.flatMap((product) => product[kind])
  const categories = await facetOf('category', allOf('category'))
  const tags = await facetOf('tag', allOf('tags'))
  const color = await optionsOf('color', allOf('colors'))
  const size = await optionsOf('size', allOf('sizes'))

  const assets = await save(
    vendure.Asset,
    catalogue.map(({ images: [preview] }) => {
      const file = { type: 'IMAGE', mimeType: 'image/jpeg', fileSize: 1, width: 1080, height: 1350 }
      return { ...file, source: preview, preview, channels }
    }),
  )
  const products = await save(
    vendure.Product,
    catalogue.map((product, i) => ({
      channels,
      featuredAsset: assets[i],
      facetValues: [categories.get(product.category), ...product.tags.map((tag) => tags.get(tag))],
      optionGroups: [color.group, size.group],
    })),
  )
  await save(
    vendure.ProductTranslation,
    catalogue.map(({ name, sku, description }, i) => {
      const slug = codeOf(`${name} ${sku}`)
      return { languageCode: 'en', base: products[i], name, slug, description }
    }),
  )
  const pairs = catalogue.flatMap(({ stock, ...product }, i) =>
    stock.map((pair) => ({ ...product, ...pair, product: products[i] })),
  )
  const variants = await save(
    vendure.ProductVariant,
    pairs.map((pair) => ({
      channels,
      taxCategory,
      product: pair.product,
      sku: `${pair.sku}-${codeOf(pair.color)}-${pair.size}`,
      options: [color.options.get(pair.color), size.options.get(pair.size)],
    })),
  )
  await save(
    vendure.ProductVariantTranslation,
    pairs.map(({ name, ...pair }, i) => {
      return { languageCode: 'en', base: variants[i], name: `${name} ${pair.color} ${pair.size}` }
    }),
  )
  const { id: channelId, defaultCurrencyCode: currencyCode } = ctx.channel
  await save(
    vendure.ProductVariantPrice,
    pairs.map(({ priceKobo: price }, i) => ({ variant: variants[i], price, channelId, currencyCode })),
  )
  await save(
    vendure.StockLevel,
    pairs.map(({ quantity: stockOnHand }, i) => {
      return { productVariant: variants[i], stockLocation, stockOnHand, stockAllocated: 0 }
    }),
  )
  await app.get(vendure.JobQueueService).start()
  const { id } = await app.get(vendure.SearchService).reindex(ctx)
  const { jobQueueStrategy } = app.get(vendure.ConfigService).jobQueueOptions
  for (;;) {
    const job = await jobQueueStrategy.findOne(id)
    if (job.state === 'FAILED') throw new Error(job.error)
    if (job.isSettled) break
    await sleep(POLL_MS)
  }
  await rawConnection.query('vacuum analyze')
}

serveFloor(async ({ databaseUrl, poolSize, products }) => {
  process.env.NODE_ENV = 'production'
  process.env.VENDURE_DISABLE_TELEMETRY = 'true'
  const app = await vendure.bootstrap({
    apiOptions: { hostname: '127.0.0.1', port: 0, cors: false, csrfPrevention: true },
    authOptions: { superadminCredentials: { identifier: 'bench', password: randomUUID() } },
    paymentOptions: { paymentMethodHandlers: [] },
    dbConnectionOptions: { type: 'postgres', url: databaseUrl, poolSize, synchronize: true },
    // The addresses of pictures are sent as they are.
    assetOptions: { assetStorageStrategy: { toAbsoluteUrl: (_request, address) => address } },
    logger: new vendure.DefaultLogger({ level: vendure.LogLevel.Error }),
    plugins: [vendure.DefaultSearchPlugin.init({})],
  })
  await fill(app, catalogueOf(products))
  return app.getHttpAdapter().getInstance()
})
