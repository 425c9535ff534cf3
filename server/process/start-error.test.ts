import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { openPostgres } from '#server/db/connection.ts'
import { getShared } from '#test/support/shared.ts'
import { plainStartError } from './start-error.ts'

const url = await getShared('postgres')
beforeAll(async () => {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query('create role guest login')
  await admin.query('create role absent login connection limit 0')
  await admin.end()
})

test.each([
  ['guest', 'postgres', /^The user in DATABASE_URL may not create what the shop needs/],
  ['absent', 'postgres', /^The database at DATABASE_URL takes no more connections/],
  ['guest', 'nowhere', /^The database named in DATABASE_URL does not exist/],
])(
  'a database that does not let %s into %s is reported in a plain sentence',
  async (user, database, sentence) => {
    const address = new URL(url)
    address.username = user
    address.pathname = database
    const error = await openPostgres(address.href, 2).catch((thrown: unknown) => thrown)
    expect(plainStartError(error)).toMatch(sentence)
  },
)

test('a lock that is not given in time is reported in a plain sentence', async () => {
  const [holder, waiter] = [new pg.Client(url), new pg.Client(url)]
  await Promise.all([holder.connect(), waiter.connect()])
  await holder.query('begin; select pg_advisory_xact_lock(1)')
  await waiter.query("set lock_timeout = '1ms'")
  const error = await waiter.query('select pg_advisory_xact_lock(1)').catch((thrown: unknown) => thrown)
  expect(plainStartError(error)).toMatch(/^The database is busy/)
  await Promise.all([holder.end(), waiter.end()])
})

test.each([
  ['EAI_AGAIN', /does not answer \(EAI_AGAIN\)/],
  ['EHOSTUNREACH', /does not answer/],
  ['ENETUNREACH', /does not answer/],
  ['ECONNRESET', /does not answer/],
  ['SELF_SIGNED_CERT_IN_CHAIN', /sslrootcert=FILE/],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', /sslrootcert=FILE/],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', /sslrootcert=FILE/],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', /sslrootcert=FILE/],
  ['ERR_TLS_CERT_ALTNAME_INVALID', /for another host/],
])('a connection to the database that fails with %s is reported in a plain sentence', (code, sentence) => {
  const cause = Object.assign(new Error(), { code })
  expect(plainStartError(new Error('Failed query', { cause }))).toMatch(sentence)
})
