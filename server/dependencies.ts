import type { Hono } from 'hono'
import type { Logger } from 'pino'
import type { AnswerCache } from './cache/answer-cache.ts'
import type { Database } from './db/connection.ts'
import type { PublicReads } from './db/public-reads.ts'
import type { Jobs } from './jobs/queue.ts'
import type { MailTransport } from './mail/transport.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { StockAnnouncer } from './order/announce.ts'
import type { Pages } from './pages/renderer.ts'
import type { PaymentProvider } from './payment/provider.ts'
import type { PictureStore } from './pictures/picture-store.ts'
import type { LiveIndex } from './product/live-index.ts'

/** Everything the shop needs from outside, given to createApp by main.ts or by a test. */
export type Dependencies = {
  db: Database
  /** For public answers alone: they may come from a replica. */
  readPublic: PublicReads
  /** Which products a list shows, and what there is around it. */
  productIndex: LiveIndex
  now: () => Date
  log: Logger
  metrics: Metrics
  jobs: Jobs
  provider: PaymentProvider
  stockAnnouncer: StockAnnouncer
  mail: MailTransport
  settings: Settings
  /** Original pictures and the variants made from them. */
  pictureStore: PictureStore
  /** Keeps finished public answers; absent, each is computed. The path of money never reads it. */
  cache?: AnswerCache
  /** Absent in tests of the API alone. */
  pages?: Pages
  /** The stand-in provider's own app, mounted under /sandbox when no real provider is configured. */
  sandbox?: Hono
}

export type Settings = {
  /** Origin under which shoppers reach the shop, no trailing slash. */
  publicUrl: string
  isLoopback: boolean
  /** Key for hashing codes and for naming people in the log. */
  appSecret: string
  paymentChannels: readonly string[]
  /** How often a second the sweeps of one process may ask the provider about payments. */
  paymentChecksPerS: number
  /** Mail stays in the shop and is shown at /dev/mailbox. */
  devMailbox: boolean
  rateLimits: boolean
  trustProxy: number
  /** What a reader of /metrics must bring; without one only this machine may read them. */
  metricsToken?: string
}
