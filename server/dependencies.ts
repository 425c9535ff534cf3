import type { Hono } from 'hono'
import type { Logger } from 'pino'
import type { Kobo } from '#shared/naira.ts'
import type { HashCost } from './auth/argon2.ts'
import type { LiveIndex } from './catalogue-index/live-index.ts'
import type { Database } from './db/connection.ts'
import type { ResponseCache } from './http-cache/response-cache.ts'
import type { Jobs } from './jobs/queue.ts'
import type { MailTransport } from './mail/transport.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { StockAnnouncer } from './order/announce.ts'
import type { Pages } from './pages/built.ts'
import type { PaymentProvider } from './payment/provider.ts'
import type { PictureStore } from './pictures/picture-store.ts'
import type { LiveLists } from './staff/live-lists.ts'
import type { TextPages } from './text-page/read.ts'

/** Everything the shop needs from outside; main.ts or a test passes it to createApp. */
export type Dependencies = {
  db: Database
  /** Which products a list shows, with its total and facets, and what their cards show. */
  productIndex: LiveIndex
  now: () => Date
  log: Logger
  metrics: Metrics
  jobs: Jobs
  provider: PaymentProvider
  stockAnnouncer: StockAnnouncer
  mail: MailTransport
  settings: Settings
  /** Original pictures and their resized variants. */
  pictureStore: PictureStore
  /** Caches finished public responses in front of the app. Payment code never reads it. */
  cache?: ResponseCache
  /** Tells open lists of staff to be read again. Commands have none. */
  liveLists?: LiveLists
  /** Absent in API-only tests. */
  pages?: Pages
  /** The owner's pages: delivery, returns, terms and so on. Commands have none. */
  textPages?: TextPages
  /** The sandbox provider's own app, mounted under /sandbox when no real provider is configured. */
  sandbox?: Hono
}

export type Settings = {
  /** Origin under which shoppers reach the shop, no trailing slash. */
  publicUrl: string
  isLoopback: boolean
  /** Key for hashing codes and for the pseudonyms of people in the log. */
  appSecret: string
  /** Of the slow hashes of passwords and codes. */
  hashCost: HashCost
  paymentChannels: readonly string[]
  /** Payment status requests per second that the sweeps of one process may send to the provider. */
  paymentChecksPerS: number
  /** What may be refunded of one order before only an owner may, who confirms that it is them. */
  refundLimit: Kobo
  /** Connections to the database that one process may use. */
  databasePool: number
  /** Mail is stored in the shop and shown at /dev/mailbox instead of being sent. */
  devMailbox: boolean
  rateLimits: boolean
  /** How hard the work is that a start asks for where unpaid holds are unusual. */
  workRounds: number
  trustProxy: number
  /** Token required to read /metrics; without one only this machine may read it. */
  metricsToken?: string
}
