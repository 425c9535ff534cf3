import { z } from 'zod'

const blankIsAbsent = (value: unknown) => (value === '' ? undefined : value)
const optionalText = z.preprocess(blankIsAbsent, z.string().optional())
const optionalUrl = (protocol: RegExp, message: string) =>
  z.preprocess(blankIsAbsent, z.url({ protocol, error: message }).optional())

const paystackKey = z.string().regex(/^sk_(test|live)_\w+$/, 'must start with sk_test_ or sk_live_')

const variables = z.object({
  NODE_ENV: z.preprocess(blankIsAbsent, z.enum(['development', 'production', 'test']).default('production')),
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
  PUBLIC_URL: optionalUrl(/^https?$/, 'must be an http or https address'),
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
  DATA_DIR: z.preprocess(blankIsAbsent, z.string().default('.data')),
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
  PAYMENT_CHANNELS: z.preprocess(blankIsAbsent, z.string().default('card')),
  APP_SECRET: z.preprocess(blankIsAbsent, z.string().min(32, 'must have at least 32 characters').optional()),
  RATE_LIMITS: z.preprocess(
    blankIsAbsent,
    z.enum(['on', 'off'], { error: 'must be on or off' }).default('on'),
  ),
  TRUST_PROXY: z.preprocess(
    blankIsAbsent,
    z.coerce.number({ error: 'must be the number of proxies in front' }).int().min(0).max(10).default(0),
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
  mode: 'development' | 'production' | 'test'
  port: number
  host: string
  /** Origin under which shoppers reach the shop, without a trailing slash. */
  publicUrl: string
  isLoopback: boolean
  databaseUrl: string | undefined
  databasePool: number
  dataDir: string
  smtpUrl: string | undefined
  mailFrom: string | undefined
  /** Undefined: the sandbox provider takes the payments. */
  paystack: { secretKey: string; previousSecretKey: string | undefined; url: string } | undefined
  paymentChannels: string[]
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
  const parsed = variables.safeParse(source)
  if (!parsed.success) {
    throw new EnvError(parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`))
  }
  const value = parsed.data
  const publicUrl = new URL(value.PUBLIC_URL ?? `http://localhost:${value.PORT}`).origin
  const isLoopback = LOOPBACK_HOSTS.has(new URL(publicUrl).hostname)
  const problems: string[] = []
  const { PAYSTACK_SECRET_KEY: key, PAYSTACK_PREVIOUS_SECRET_KEY: previousKey } = value
  if (previousKey !== undefined && previousKey.slice(0, MODE_LENGTH) !== key?.slice(0, MODE_LENGTH))
    problems.push(
      'PAYSTACK_PREVIOUS_SECRET_KEY must be of the same mode, test or live, as PAYSTACK_SECRET_KEY',
    )
  if (!isLoopback) {
    const missing = (name: string, instead: string) =>
      problems.push(`${name} is missing: PUBLIC_URL is ${publicUrl}, where ${instead} must not be used`)
    if (!key) missing('PAYSTACK_SECRET_KEY', 'sandbox payments')
    if (!value.SMTP_URL) missing('SMTP_URL', 'the mailbox for development')
    if (!value.APP_SECRET) missing('APP_SECRET', 'a secret made by the shop itself')
    if (!publicUrl.startsWith('https:'))
      problems.push('PUBLIC_URL must start with https:// unless it is a loopback address')
    if (value.RATE_LIMITS === 'off') problems.push('RATE_LIMITS=off is only taken with a loopback PUBLIC_URL')
  }
  if (problems.length > 0) throw new EnvError(problems)
  return {
    mode: value.NODE_ENV,
    port: value.PORT,
    host: value.HOST,
    publicUrl,
    isLoopback,
    databaseUrl: value.DATABASE_URL,
    databasePool: value.DATABASE_POOL,
    dataDir: value.DATA_DIR,
    smtpUrl: value.SMTP_URL,
    mailFrom: value.MAIL_FROM,
    paystack: key ? { secretKey: key, previousSecretKey: previousKey, url: value.PAYSTACK_URL } : undefined,
    paymentChannels: value.PAYMENT_CHANNELS.split(',')
      .map((channel) => channel.trim())
      .filter(Boolean),
    appSecret: value.APP_SECRET,
    rateLimits: value.RATE_LIMITS === 'on',
    trustProxy: value.TRUST_PROXY,
    demoCatalogue: value.DEMO_CATALOGUE,
    cacheBytes: value.CACHE_MB * 1024 * 1024,
    metricsToken: value.METRICS_TOKEN,
    logLevel: value.LOG_LEVEL,
    logFormat: value.LOG_FORMAT,
  }
}
