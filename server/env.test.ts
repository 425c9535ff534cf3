import { describe, expect, test } from 'vitest'
import { EnvError, readEnv } from './env.ts'

/** The variables that a shop at a public address needs. */
const PUBLIC = {
  PUBLIC_URL: 'https://jara.example',
  PAYSTACK_SECRET_KEY: 'sk_live_abc',
  SMTP_URL: 'smtp://mail.jara.example:587',
  APP_SECRET: 'x'.repeat(32),
  TRUST_PROXY: '1',
}

function problemsOf(variables: Record<string, string>): string[] {
  try {
    readEnv(variables)
  } catch (error) {
    if (error instanceof EnvError) return error.problems
    throw error
  }
  return []
}

test('without any variable the shop opens on this machine, on its embedded database, with sandbox payments', () => {
  expect(readEnv({})).toMatchObject({
    port: 3000,
    host: '0.0.0.0',
    publicUrl: 'http://localhost:3000',
    isLoopback: true,
    databaseUrl: undefined,
    databasePool: 10,
    processes: 1,
    dataDir: '.data',
    paystack: undefined,
    paymentChannels: ['card'],
    paymentChecksPerS: 5,
    refundLimit: 5_000_000,
    smtpUrl: undefined,
    rateLimits: true,
    trustProxy: 0,
    demoCatalogue: 'auto',
    cacheBytes: 40 * 1024 * 1024,
    logLevel: 'info',
  })
})

test.each(['', ' ', '\t\n'])('a blank variable (%j) counts as absent', (blank) => {
  const names = [
    'PORT',
    'HOST',
    'DATABASE_URL',
    'PAYSTACK_SECRET_KEY',
    'CACHE_MB',
    'TRUST_PROXY',
    'LOG_LEVEL',
  ]
  expect(readEnv(Object.fromEntries(names.map((name) => [name, blank])))).toEqual(readEnv({}))
})

const WHOLE_NUMBERS = {
  PORT: [0, 65_535],
  DATABASE_POOL: [2, 200],
  WEB_CONCURRENCY: [1, 64],
  TRUST_PROXY: [0, 10],
}

describe.each(Object.entries(WHOLE_NUMBERS))('%s', (name, [min = 0, max = 0]) => {
  test.each([String(min - 1), String(max + 1), `${min}.5`, 'x', '0x10', '1e1'])('cannot be %s', (value) => {
    expect(problemsOf({ [name]: value })).toEqual([`${name} must be a whole number from ${min} to ${max}`])
  })
  test.each([min, max])('can be %i', (value) => {
    expect(problemsOf({ [name]: String(value) })).toEqual([])
  })
})

test.each([
  ['LOG_LEVEL', 'loud', 'trace, debug, info, warn, error, silent'],
  ['LOG_FORMAT', 'JSON', 'json, pretty'],
  ['RATE_LIMITS', 'true', 'on, off'],
  ['DEMO_CATALOGUE', 'yes', 'auto, on, off'],
])('%s=%s is refused with the values that are allowed', (name, value, allowed) => {
  expect(problemsOf({ [name]: value })).toEqual([`${name} must be one of: ${allowed}`])
})

test('conflicts between variables are reported along with faulty values', () => {
  const problems = problemsOf({
    PUBLIC_URL: 'https://jara.example',
    APP_SECRET: 'short',
    RATE_LIMITS: 'off',
    PICTURES_S3_BUCKET: 'x',
    DATABASE_URL: 'mysql://x',
    DATABASE_DIRECT_URL: 'postgres://x/y',
  })
  expect(problems.map((problem) => problem.split(/[ =]/)[0])).toEqual([
    'DATABASE_URL',
    'APP_SECRET',
    'PAYSTACK_SECRET_KEY',
    'SMTP_URL',
    'TRUST_PROXY',
    'RATE_LIMITS',
    'PICTURES_S3_URL',
    'PICTURES_S3_KEY_ID',
    'PICTURES_S3_SECRET',
  ])
})

test.each([
  ['card, bank_transfer,ussd', ['card', 'bank_transfer', 'ussd']],
  ['', ['card']],
])('the payment channels %j are read', (list, channels) => {
  expect(readEnv({ PAYMENT_CHANNELS: list }).paymentChannels).toEqual(channels)
})

test.each(['crad', 'card,', '=,', 'card;ussd'])('%j is not a list of payment channels', (list) => {
  expect(problemsOf({ PAYMENT_CHANNELS: list })).toEqual([
    expect.stringContaining('PAYMENT_CHANNELS must be a comma-separated list of some of: card, bank,'),
  ])
})

test.each(['http://localhost:3000/shop', 'http://localhost:3000/?a', 'http://user@localhost:3000'])(
  'the shop cannot be served at %s',
  (url) => {
    expect(problemsOf({ PUBLIC_URL: url })).toEqual([expect.stringContaining('PUBLIC_URL must end after')])
  },
)

const PUBLIC_SHOP_LACKS = ['PAYSTACK_SECRET_KEY', 'SMTP_URL', 'APP_SECRET', 'TRUST_PROXY'].map((name) =>
  expect.stringMatching(`^${name} is missing: PUBLIC_URL is a public address, where `),
)
const NEEDS_HTTPS = 'PUBLIC_URL must start with https:// unless it is a loopback address'

test.each(['shop.ng', 'shop.ng/store', 'nonsense', 'ftp://shop.ng', 'shop@shop.ng', ':'])(
  '%s is not an address, and is reported with everything that a public shop lacks',
  (url) => {
    expect(problemsOf({ PUBLIC_URL: url, PORT: '-1', RATE_LIMITS: 'off' })).toEqual([
      'PORT must be a whole number from 0 to 65535',
      'PUBLIC_URL must be an http or https address',
      ...PUBLIC_SHOP_LACKS,
      NEEDS_HTTPS,
      'RATE_LIMITS=off is only allowed with a loopback PUBLIC_URL',
    ])
  },
)

test.each([
  ['https://shop.ng/store', []],
  [' HTTPS://shop.ng/?a\n', []],
  ['http://shop.ng/store', [NEEDS_HTTPS]],
])('a path in %j hides nothing of what a public shop lacks', (url, more) => {
  expect(problemsOf({ PUBLIC_URL: url })).toEqual([
    expect.stringContaining('PUBLIC_URL must end after'),
    ...PUBLIC_SHOP_LACKS,
    ...more,
  ])
})

test.each(['localhost:3000', 'localhost', '127.0.0.1:3000', '[::1]:3000', 'ftp://localhost'])(
  '%s is not an address either, but leads to this machine',
  (url) => {
    expect(problemsOf({ PUBLIC_URL: url, RATE_LIMITS: 'off' })).toEqual([
      'PUBLIC_URL must be an http or https address',
    ])
  },
)

describe('at a public address', () => {
  test('the required variables are enough', () => {
    expect(readEnv(PUBLIC)).toMatchObject({ publicUrl: 'https://jara.example', isLoopback: false })
  })
  test.each([
    ['plain http', { PUBLIC_URL: 'http://jara.example' }, 'https://'],
    ['no rate limits', { RATE_LIMITS: 'off' }, 'RATE_LIMITS=off'],
    ['a short secret', { APP_SECRET: 'short' }, 'APP_SECRET'],
    ['an invalid key', { PAYSTACK_SECRET_KEY: 'pk_live_abc' }, 'sk_test_ or sk_live_'],
    ['an earlier key of the other mode', { PAYSTACK_PREVIOUS_SECRET_KEY: 'sk_test_abc' }, 'same mode'],
  ])('%s is refused', (_what, change, message) => {
    expect(problemsOf({ ...PUBLIC, ...change }).join('\n')).toContain(message)
  })
  test('an earlier key of the same mode is accepted, for webhooks signed before a rotation', () => {
    const { paystack } = readEnv({ ...PUBLIC, PAYSTACK_PREVIOUS_SECRET_KEY: 'sk_live_old' })
    expect(paystack).toMatchObject({ secretKey: 'sk_live_abc', previousSecretKey: 'sk_live_old' })
  })
})

test.each([
  ['http://127.0.0.1:8080', true],
  ['http://127.0.0.2:8080', true],
  ['http://[::1]:3000', true],
  ['https://localhost.example.com', false],
  ['https://127.0.0.1.example.com', false],
])('%s on a loopback address: %s', (url, isLoopback) => {
  expect(readEnv({ ...PUBLIC, PUBLIC_URL: url }).isLoopback).toBe(isLoopback)
})

describe('the provider’s address', () => {
  const urlOf = (url: string) => readEnv({ ...PUBLIC, PAYSTACK_URL: url }).paystack?.url
  test.each([
    ['https://api.paystack.co', 'https://api.paystack.co'],
    ['https://proxy.example/paystack//', 'https://proxy.example/paystack'],
    ['http://127.0.0.1:4000/', 'http://127.0.0.1:4000'],
    ['http://[::1]:4000', 'http://[::1]:4000'],
  ])('%s is used as %s', (given, used) => {
    expect(urlOf(given)).toBe(used)
  })
  test.each(['http://api.paystack.co', 'http://localhost.example.com', 'http://10.0.0.1'])(
    'a key is not sent in clear to %s',
    (url) => {
      expect(problemsOf({ PAYSTACK_URL: url })).toEqual([
        'PAYSTACK_URL must start with https:// unless it is a loopback address',
      ])
    },
  )
})

describe('more than one machine', () => {
  test('a pooler’s direct address, processes and a bucket are read', () => {
    expect(
      readEnv({
        DATABASE_URL: 'postgres://shop@pooler:6432/shop',
        DATABASE_DIRECT_URL: 'postgres://shop@db:5432/shop',
        WEB_CONCURRENCY: '8',
        PICTURES_S3_URL: 'https://s3.eu-west-1.amazonaws.com/',
        PICTURES_S3_BUCKET: 'jara',
        PICTURES_S3_REGION: 'eu-west-1',
        PICTURES_S3_KEY_ID: 'id',
        PICTURES_S3_SECRET: 'secret',
      }),
    ).toMatchObject({
      databaseDirectUrl: 'postgres://shop@db:5432/shop',
      processes: 8,
      pictureBucket: {
        url: 'https://s3.eu-west-1.amazonaws.com',
        bucket: 'jara',
        region: 'eu-west-1',
        keyId: 'id',
        secret: 'secret',
      },
    })
  })
  test.each([
    ['a direct address alone', { DATABASE_DIRECT_URL: 'postgres://x/y' }, 'together with DATABASE_URL'],
    ['half a process', { WEB_CONCURRENCY: '1.5' }, 'WEB_CONCURRENCY must be a whole number'],
    ['a bucket without its key', { PICTURES_S3_BUCKET: 'x' }, 'PICTURES_S3_SECRET is missing'],
  ])('%s is refused', (_what, variables, message) => {
    expect(problemsOf(variables).join('\n')).toContain(message)
  })
})

test.each([
  ['SMTP_URL', 'smtp://'],
  ['MAIL_FROM', 'garbage'],
  ['MAIL_FROM', 'Jara <mail>'],
])('%s=%s is refused', (name, value) => {
  expect(problemsOf({ [name]: value })).toEqual([expect.stringContaining(name)])
})

test.each(['mail@jara.example', 'Jara <mail@jara.example>', '"Jara, Lagos" <mail@jara.example>'])(
  'mail may be sent from %s',
  (from) => {
    expect(problemsOf({ MAIL_FROM: from })).toEqual([])
  },
)
