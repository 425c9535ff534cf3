import { z } from 'zod'
import { koboFromNaira } from '#shared/naira.ts'
import { isLoopbackHost } from './http/client-address.ts'
import type { S3Bucket } from './pictures/s3-store.ts'

/** A variable of this kind, with surrounding blanks dropped; a blank one counts as absent. */
const variable = <T extends z.ZodType>(kind: T) =>
  z.preprocess((value) => (typeof value === 'string' ? value.trim() || undefined : value), kind)

const isSecure = ({ protocol, hostname }: URL) => protocol === 'https:' || isLoopbackHost(hostname)
const isHttp = (value: string) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
const withoutTrailingSlash = (address: string) => address.replace(/\/+$/, '')

const text = z.string()
const longText = (minChars: number) => text.min(minChars, `must have at least ${minChars} characters`)
const url = (protocol: RegExp, error: string) => z.url({ protocol, error })
const httpUrl = url(/^https?$/, 'must be an http or https address')
/** Where a secret is sent: https, or this machine. A trailing slash is dropped, so that a path can follow. */
const secretUrl = httpUrl
  .refine((value) => !URL.canParse(value) || isSecure(new URL(value)), {
    error: 'must start with https:// unless it is a loopback address',
  })
  .transform(withoutTrailingSlash)
const postgresUrl = url(/^postgres(ql)?$/, 'must be a postgres:// address')

const decimal = (form: RegExp, called: string) => (min: number, max: number) =>
  text
    .refine((value) => form.test(value) && Number(value) >= min && Number(value) <= max, {
      error: `must be ${called} from ${min} to ${max}`,
    })
    .transform(Number)
const wholeNumber = decimal(/^\d+$/, 'a whole number')
const number = decimal(/^\d+(\.\d+)?$/, 'a number')

const oneOf = <const T extends readonly string[]>(...values: T) =>
  z.enum(values, { error: `must be one of: ${values.join(', ')}` })

/** Paystack's names (PaystackOSS/openapi, TransactionInitialize, and its newer lists). */
const CHANNELS = ['card', 'bank', 'ussd', 'qr', 'eft', 'mobile_money', 'bank_transfer', 'apple_pay'] as const
const channelList = text
  .default('card')
  .transform((list) => list.split(',').map((channel) => channel.trim()))
  .pipe(
    z.array(z.enum(CHANNELS, { error: `must be a comma-separated list of some of: ${CHANNELS.join(', ')}` })),
  )
const paystackKey = text.regex(/^sk_(test|live)_\w+$/, 'must start with sk_test_ or sk_live_')

const variables = z.object({
  PORT: variable(wholeNumber(0, 65_535).default(3000)),
  HOST: variable(text.default('0.0.0.0')),
  PUBLIC_URL: variable(
    httpUrl
      .refine((value) => !isHttp(value) || new URL(value).href === `${new URL(value).origin}/`, {
        error: 'must end after the host and port: the shop is served from the root of its address',
      })
      .optional(),
  ),
  DATABASE_URL: variable(postgresUrl.optional()),
  DATABASE_POOL: variable(wholeNumber(2, 200).default(10)),
  DATABASE_DIRECT_URL: variable(postgresUrl.optional()),
  WEB_CONCURRENCY: variable(wholeNumber(1, 64).default(1)),
  DATA_DIR: variable(text.default('.data')),
  PICTURES_S3_URL: variable(httpUrl.optional()),
  PICTURES_S3_BUCKET: variable(text.optional()),
  PICTURES_S3_REGION: variable(text.default('us-east-1')),
  PICTURES_S3_KEY_ID: variable(text.optional()),
  PICTURES_S3_SECRET: variable(text.optional()),
  SMTP_URL: variable(
    url(/^smtps?$/, 'must be an smtp:// or smtps:// address with a host')
      .refine((value) => !URL.canParse(value) || new URL(value).hostname !== '', {
        error: 'must be an smtp:// or smtps:// address with a host',
      })
      .optional(),
  ),
  MAIL_FROM: variable(
    text
      .regex(
        /^([^<>]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/,
        'must be like mail@shop.example or Shop <mail@shop.example>',
      )
      .optional(),
  ),
  PAYSTACK_SECRET_KEY: variable(paystackKey.optional()),
  PAYSTACK_PREVIOUS_SECRET_KEY: variable(paystackKey.optional()),
  PAYSTACK_URL: variable(secretUrl.default('https://api.paystack.co')),
  PAYMENT_CHANNELS: variable(channelList),
  PAYMENT_CHECKS_PER_S: variable(wholeNumber(1, 200).default(5)),
  REFUND_LIMIT: variable(wholeNumber(0, 100_000_000).default(50_000)),
  APP_SECRET: variable(longText(32).optional()),
  RATE_LIMITS: variable(oneOf('on', 'off').default('on')),
  /** Without a default: a shop at a public address must say it. */
  TRUST_PROXY: variable(wholeNumber(0, 10).optional()),
  DEMO_CATALOGUE: variable(oneOf('auto', 'on', 'off').default('auto')),
  CACHE_MB: variable(number(0, 4096).default(40)),
  METRICS_TOKEN: variable(longText(16).optional()),
  LOG_LEVEL: variable(oneOf('trace', 'debug', 'info', 'warn', 'error', 'silent').default('info')),
  LOG_FORMAT: variable(oneOf('json', 'pretty').optional()),
})

export type Env = ReturnType<typeof readEnv>

/** Thrown with one line for each wrong or missing variable. */
export class EnvError extends Error {
  readonly problems: string[]
  constructor(problems: string[]) {
    super(`The configuration is not usable:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
    this.name = 'EnvError'
    this.problems = problems
  }
}

/** The length of the prefix `sk_test_` or `sk_live_`. */
const MODE_LENGTH = 8

/** Reads the process's variables; throws an EnvError that reports all problems at once. */
export function readEnv(source: Record<string, string | undefined>) {
  const { value, problems, isFaulty } = readEach(source)
  const publicUrl = new URL(value.PUBLIC_URL ?? `http://localhost:${value.PORT}`).origin
  const meantUrl = isFaulty('PUBLIC_URL') ? (source.PUBLIC_URL?.trim() ?? '') : publicUrl
  const isLoopback = isLoopbackHost(hostOf(meantUrl))
  const { PAYSTACK_SECRET_KEY: key, PAYSTACK_PREVIOUS_SECRET_KEY: previousKey } = value
  if (previousKey !== undefined && previousKey.slice(0, MODE_LENGTH) !== key?.slice(0, MODE_LENGTH))
    problems.push(
      'PAYSTACK_PREVIOUS_SECRET_KEY must be of the same mode, test or live, as PAYSTACK_SECRET_KEY',
    )
  if (!isLoopback) {
    const need = (name: keyof typeof value, why: string) => {
      if (value[name] !== undefined || isFaulty(name)) return
      const where = isFaulty('PUBLIC_URL') ? 'a public address' : publicUrl
      problems.push(`${name} is missing: PUBLIC_URL is ${where}, where ${why}`)
    }
    need('PAYSTACK_SECRET_KEY', 'sandbox payments must not be used')
    need('SMTP_URL', 'the mailbox for development must not be used')
    need('APP_SECRET', 'a secret made by the shop itself must not be used')
    // A proxy in front terminates https. If it is not counted, every shopper appears under its address and shares one limit.
    need('TRUST_PROXY', 'it must be the number of proxies in front (0 if there are none)')
    if (!/^https:/i.test(meantUrl))
      problems.push('PUBLIC_URL must start with https:// unless it is a loopback address')
    if (value.RATE_LIMITS === 'off')
      problems.push('RATE_LIMITS=off is only allowed with a loopback PUBLIC_URL')
  }
  if (
    value.DATABASE_URL === undefined &&
    !isFaulty('DATABASE_URL') &&
    value.DATABASE_DIRECT_URL !== undefined
  )
    problems.push('DATABASE_DIRECT_URL is only allowed together with DATABASE_URL')
  const pictureBucket = readBucket(value, problems)
  if (problems.length > 0) throw new EnvError(problems)
  return {
    port: value.PORT,
    host: value.HOST,
    /** The origin under which shoppers reach the shop, without a trailing slash. */
    publicUrl,
    isLoopback,
    databaseUrl: value.DATABASE_URL,
    databasePool: value.DATABASE_POOL,
    /** PostgreSQL itself, if databaseUrl leads to a pooler in transaction mode. */
    databaseDirectUrl: value.DATABASE_DIRECT_URL,
    /** The number of processes that share the port. */
    processes: value.WEB_CONCURRENCY,
    dataDir: value.DATA_DIR,
    /** If undefined, pictures are stored in the data folder. */
    pictureBucket,
    smtpUrl: value.SMTP_URL,
    mailFrom: value.MAIL_FROM,
    /** If undefined, the sandbox provider processes payments. */
    paystack: key ? { secretKey: key, previousSecretKey: previousKey, url: value.PAYSTACK_URL } : undefined,
    paymentChannels: value.PAYMENT_CHANNELS,
    /** Payment status requests per second that the sweeps of one process may send to the provider. */
    paymentChecksPerS: value.PAYMENT_CHECKS_PER_S,
    /** In kobo: above it a refund is the owner's alone, who confirms that it is them. */
    refundLimit: koboFromNaira(value.REFUND_LIMIT),
    /** If undefined, one is generated at the first start and stored in the database. */
    appSecret: value.APP_SECRET,
    rateLimits: value.RATE_LIMITS === 'on',
    /** The number of proxies in front that are trusted about the client's address. */
    trustProxy: value.TRUST_PROXY ?? 0,
    demoCatalogue: value.DEMO_CATALOGUE,
    /** Memory for cached responses; 0 disables the cache. */
    cacheBytes: value.CACHE_MB * 1024 * 1024,
    /** If undefined, /metrics only serves this machine, and nobody when the public address is not a loopback one. */
    metricsToken: value.METRICS_TOKEN,
    logLevel: value.LOG_LEVEL,
    logFormat: value.LOG_FORMAT,
  }
}

/**
 * The host of an address, also of one without its http://. Then one report names a faulty public address together with
 * what else a shop at that address needs.
 */
function hostOf(address: string): string {
  const urls = [address, `http://${address}`]
    .filter((text) => URL.canParse(text))
    .map((text) => new URL(text))
  return urls.find(({ hostname }) => hostname !== '')?.hostname ?? ''
}

/** Parses each variable and treats faulty ones as absent, so that conflicts between the others are reported as well. */
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

/** The bucket's settings; reports a problem if only some of its variables are set. */
function readBucket(value: z.infer<typeof variables>, problems: string[]): S3Bucket | undefined {
  const { PICTURES_S3_URL, PICTURES_S3_BUCKET, PICTURES_S3_KEY_ID, PICTURES_S3_SECRET } = value
  const given = { PICTURES_S3_URL, PICTURES_S3_BUCKET, PICTURES_S3_KEY_ID, PICTURES_S3_SECRET }
  const missing = Object.entries(given).flatMap(([name, each]) => (each === undefined ? [name] : []))
  if (missing.length === Object.keys(given).length) return undefined
  for (const name of missing) problems.push(`${name} is missing: the PICTURES_S3_ variables belong together`)
  return {
    url: withoutTrailingSlash(PICTURES_S3_URL ?? ''),
    bucket: PICTURES_S3_BUCKET ?? '',
    region: value.PICTURES_S3_REGION,
    keyId: PICTURES_S3_KEY_ID ?? '',
    secret: PICTURES_S3_SECRET ?? '',
  }
}
