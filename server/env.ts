import { z } from 'zod'
import type { S3Bucket } from './pictures/s3-store.ts'

const blankIsAbsent = (value: unknown) => (value === '' ? undefined : value)
const optionalText = z.preprocess(blankIsAbsent, z.string().optional())
const optionalUrl = (protocol: RegExp, message: string) =>
  z.preprocess(blankIsAbsent, z.url({ protocol, error: message }).optional())

/** Paystack's names (PaystackOSS/openapi, TransactionInitialize, and its newer lists). */
const CHANNELS = ['card', 'bank', 'ussd', 'qr', 'eft', 'mobile_money', 'bank_transfer', 'apple_pay'] as const
const channelList = z
  .string()
  .default('card')
  .transform((list) => list.split(',').map((channel) => channel.trim()))
  .pipe(
    z.array(z.enum(CHANNELS, { error: `must be a comma-separated list of some of: ${CHANNELS.join(', ')}` })),
  )
const paystackKey = z.string().regex(/^sk_(test|live)_\w+$/, 'must start with sk_test_ or sk_live_')

const variables = z.object({
  PORT: z.preprocess(
    blankIsAbsent,
    z.coerce
      .number({ error: 'must be a number' })
      .int('must be a whole number')
      .min(0, 'must be from 0 to 65535')
      .max(65535, 'must be from 0 to 65535')
      .default(3000),
  ),
  HOST: z.preprocess(blankIsAbsent, z.string().default('0.0.0.0')),
  PUBLIC_URL: z.preprocess(
    blankIsAbsent,
    z
      .url({ protocol: /^https?$/, error: 'must be an http or https address' })
      .refine((url) => !URL.canParse(url) || new URL(url).href === `${new URL(url).origin}/`, {
        error: 'must end after the host and its port: the shop stands at the root of its address',
      })
      .optional(),
  ),
  DATABASE_URL: optionalUrl(/^postgres(ql)?$/, 'must be a postgres:// address'),
  DATABASE_POOL: z.preprocess(
    blankIsAbsent,
    z.coerce
      .number({ error: 'must be a number' })
      .int()
      .min(2, 'must be at least 2')
      .max(200, 'must be at most 200')
      .default(10),
  ),
  DATABASE_DIRECT_URL: optionalUrl(/^postgres(ql)?$/, 'must be a postgres:// address'),
  DATABASE_READ_URL: optionalUrl(/^postgres(ql)?$/, 'must be a postgres:// address'),
  DATABASE_READ_LAG_S: z.preprocess(
    blankIsAbsent,
    z.coerce
      .number({ error: 'must be a number of seconds' })
      .min(1, 'must be at least 1')
      .max(30, 'must be at most 30')
      .default(5),
  ),
  WEB_CONCURRENCY: z.preprocess(
    blankIsAbsent,
    z.coerce
      .number({ error: 'must be a number of processes' })
      .int('must be a whole number')
      .min(1, 'must be at least 1')
      .max(64, 'must be at most 64')
      .default(1),
  ),
  DATA_DIR: z.preprocess(blankIsAbsent, z.string().default('.data')),
  PICTURES_S3_URL: optionalUrl(/^https?$/, 'must be an http or https address'),
  PICTURES_S3_BUCKET: optionalText,
  PICTURES_S3_REGION: z.preprocess(blankIsAbsent, z.string().default('us-east-1')),
  PICTURES_S3_KEY_ID: optionalText,
  PICTURES_S3_SECRET: optionalText,
  SMTP_URL: optionalUrl(/^smtps?$/, 'must be an smtp:// or smtps:// address'),
  MAIL_FROM: optionalText,
  PAYSTACK_SECRET_KEY: z.preprocess(blankIsAbsent, paystackKey.optional()),
  PAYSTACK_PREVIOUS_SECRET_KEY: z.preprocess(blankIsAbsent, paystackKey.optional()),
  PAYSTACK_URL: z.preprocess(
    blankIsAbsent,
    z
      .url({ protocol: /^https?$/, error: 'must be an http or https address' })
      .default('https://api.paystack.co'),
  ),
  PAYMENT_CHANNELS: z.preprocess(blankIsAbsent, channelList),
  PAYMENT_CHECKS_PER_S: z.preprocess(
    blankIsAbsent,
    z.coerce
      .number({ error: 'must be a number' })
      .int('must be a whole number')
      .min(1, 'must be at least 1')
      .max(200, 'must be at most 200')
      .default(5),
  ),
  APP_SECRET: z.preprocess(blankIsAbsent, z.string().min(32, 'must have at least 32 characters').optional()),
  RATE_LIMITS: z.preprocess(
    blankIsAbsent,
    z.enum(['on', 'off'], { error: 'must be on or off' }).default('on'),
  ),
  TRUST_PROXY: z.preprocess(
    blankIsAbsent,
    z.coerce.number({ error: 'must be the number of proxies in front' }).int().min(0).max(10).optional(),
  ),
  DEMO_CATALOGUE: z.preprocess(
    blankIsAbsent,
    z.enum(['on', 'off', 'auto'], { error: 'must be on, off or auto' }).default('auto'),
  ),
  CACHE_MB: z.preprocess(
    blankIsAbsent,
    z.coerce
      .number({ error: 'must be a number of megabytes' })
      .min(0, 'must not be negative')
      .max(4096, 'must be at most 4096')
      .default(48),
  ),
  METRICS_TOKEN: z.preprocess(
    blankIsAbsent,
    z.string().min(16, 'must have at least 16 characters').optional(),
  ),
  LOG_LEVEL: z.preprocess(
    blankIsAbsent,
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  ),
  LOG_FORMAT: z.preprocess(blankIsAbsent, z.enum(['json', 'pretty']).optional()),
})

export type Env = {
  port: number
  host: string
  /** Origin under which shoppers reach the shop, without a trailing slash. */
  publicUrl: string
  isLoopback: boolean
  databaseUrl: string | undefined
  databasePool: number
  /** The server itself, where databaseUrl leads to a pooler in transaction mode. */
  databaseDirectUrl: string | undefined
  /** A replica for public reads, and how far behind it may be. */
  replica: { url: string; maxLagMs: number } | undefined
  /** How many processes share the port. */
  processes: number
  dataDir: string
  /** Undefined: pictures are kept in the data folder. */
  pictureBucket: S3Bucket | undefined
  smtpUrl: string | undefined
  mailFrom: string | undefined
  /** Undefined: the sandbox provider takes the payments. */
  paystack: { secretKey: string; previousSecretKey: string | undefined; url: string } | undefined
  paymentChannels: string[]
  /** How often a second the sweeps of one process may ask the provider about payments. */
  paymentChecksPerS: number
  /** Undefined: one is made at the first start and kept in the data folder. */
  appSecret: string | undefined
  rateLimits: boolean
  /** How many proxies in front may be believed about the client's address. */
  trustProxy: number
  demoCatalogue: 'on' | 'off' | 'auto'
  /** Room for finished answers, in bytes; 0: none is kept. */
  cacheBytes: number
  /** Undefined: /metrics answers this machine only, and nobody when the public address is not a loopback one. */
  metricsToken: string | undefined
  logLevel: string
  logFormat: 'json' | 'pretty' | undefined
}

/** Thrown with one line per wrong or missing variable. */
export class EnvError extends Error {
  readonly problems: string[]
  constructor(problems: string[]) {
    super(`The configuration is not usable:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
    this.name = 'EnvError'
    this.problems = problems
  }
}

/** Of the `sk_test_` or `sk_live_` that a key starts with. */
const MODE_LENGTH = 8

const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Reads the process's variables; every fault is reported at once in an EnvError. */
export function readEnv(source: Record<string, string | undefined>): Env {
  const { value, problems, isFaulty } = readEach(source)
  const publicUrl = new URL(value.PUBLIC_URL ?? `http://localhost:${value.PORT}`).origin
  const isLoopback = LOOPBACK_HOSTS.has(new URL(publicUrl).hostname)
  const { PAYSTACK_SECRET_KEY: key, PAYSTACK_PREVIOUS_SECRET_KEY: previousKey } = value
  if (previousKey !== undefined && previousKey.slice(0, MODE_LENGTH) !== key?.slice(0, MODE_LENGTH))
    problems.push(
      'PAYSTACK_PREVIOUS_SECRET_KEY must be of the same mode, test or live, as PAYSTACK_SECRET_KEY',
    )
  if (!isLoopback) {
    const need = (name: keyof typeof value, why: string) => {
      if (value[name] !== undefined || isFaulty(name)) return
      problems.push(`${name} is missing: PUBLIC_URL is ${publicUrl}, where ${why}`)
    }
    need('PAYSTACK_SECRET_KEY', 'sandbox payments must not be used')
    need('SMTP_URL', 'the mailbox for development must not be used')
    need('APP_SECRET', 'a secret made by the shop itself must not be used')
    // Something in front speaks https. Uncounted, every shopper has its address, and limits per address are the whole shop's.
    need('TRUST_PROXY', 'it must say how many proxies stand in front (0: shoppers have none between)')
    if (!publicUrl.startsWith('https:'))
      problems.push('PUBLIC_URL must start with https:// unless it is a loopback address')
    if (value.RATE_LIMITS === 'off') problems.push('RATE_LIMITS=off is only taken with a loopback PUBLIC_URL')
  }
  if (value.DATABASE_URL === undefined && !isFaulty('DATABASE_URL')) {
    for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_READ_URL'] as const) {
      if (value[name] !== undefined) problems.push(`${name} is only taken together with DATABASE_URL`)
    }
  }
  const pictureBucket = readBucket(value, problems)
  if (problems.length > 0) throw new EnvError(problems)
  return {
    port: value.PORT,
    host: value.HOST,
    publicUrl,
    isLoopback,
    databaseUrl: value.DATABASE_URL,
    databasePool: value.DATABASE_POOL,
    databaseDirectUrl: value.DATABASE_DIRECT_URL,
    replica:
      value.DATABASE_READ_URL === undefined
        ? undefined
        : { url: value.DATABASE_READ_URL, maxLagMs: value.DATABASE_READ_LAG_S * 1000 },
    processes: value.WEB_CONCURRENCY,
    dataDir: value.DATA_DIR,
    pictureBucket,
    smtpUrl: value.SMTP_URL,
    mailFrom: value.MAIL_FROM,
    paystack: key ? { secretKey: key, previousSecretKey: previousKey, url: value.PAYSTACK_URL } : undefined,
    paymentChannels: value.PAYMENT_CHANNELS,
    paymentChecksPerS: value.PAYMENT_CHECKS_PER_S,
    appSecret: value.APP_SECRET,
    rateLimits: value.RATE_LIMITS === 'on',
    trustProxy: value.TRUST_PROXY ?? 0,
    demoCatalogue: value.DEMO_CATALOGUE,
    cacheBytes: value.CACHE_MB * 1024 * 1024,
    metricsToken: value.METRICS_TOKEN,
    logLevel: value.LOG_LEVEL,
    logFormat: value.LOG_FORMAT,
  }
}

/** What is usable, each faulty variable taken as absent, so that what does not fit together can be told beside the faults. */
function readEach(source: Record<string, string | undefined>) {
  const parsed = variables.safeParse(source)
  if (parsed.success) return { value: parsed.data, problems: [], isFaulty: () => false }
  const { issues } = parsed.error
  const faulty = new Set(issues.map(({ path }) => String(path[0])))
  const sound = Object.entries(source).filter(([name]) => !faulty.has(name))
  return {
    value: variables.parse(Object.fromEntries(sound)),
    problems: [...new Set(issues.map(({ path, message }) => `${String(path[0])} ${message}`))],
    isFaulty: (name: string) => faulty.has(name),
  }
}

/** All of the variables that a bucket needs, or none of them. */
function readBucket(value: z.infer<typeof variables>, problems: string[]): S3Bucket | undefined {
  const {
    PICTURES_S3_URL: url,
    PICTURES_S3_BUCKET: bucket,
    PICTURES_S3_KEY_ID: keyId,
    PICTURES_S3_SECRET: secret,
  } = value
  if (url !== undefined && bucket !== undefined && keyId !== undefined && secret !== undefined) {
    return { url: url.replace(/\/+$/, ''), bucket, region: value.PICTURES_S3_REGION, keyId, secret }
  }
  const given = {
    PICTURES_S3_URL: url,
    PICTURES_S3_BUCKET: bucket,
    PICTURES_S3_KEY_ID: keyId,
    PICTURES_S3_SECRET: secret,
  }
  if (Object.values(given).every((each) => each === undefined)) return undefined
  for (const [name, each] of Object.entries(given)) {
    if (each === undefined) problems.push(`${name} is missing: the PICTURES_S3_ variables belong together`)
  }
  return undefined
}
