import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readEnv } from '#server/env.ts'
import { checkLocalhost } from '#server/http/http-server.ts'
import { plainStartError } from './start-error.ts'

/** In place of ::1, which not every machine has. */
const HERE = '127.0.0.1'
/** Of a network for documentation (RFC 5737). */
const NOT_HERE = '192.0.2.1'

let other: Server
let PORT: string
beforeEach(async () => {
  other = createServer()
  await once(other.listen(0, HERE), 'listening')
  PORT = String((other.address() as AddressInfo).port)
})
afterEach(() => void other.close())

const problemOf = (variables: Record<string, string>, address = HERE) =>
  checkLocalhost(readEnv(variables), address).then(
    () => undefined,
    (error: unknown) => plainStartError(error),
  )

test('another program that has the port on the other address of localhost is reported', async () => {
  expect(await problemOf({ PORT })).toMatch(new RegExp(`^Port ${PORT} is taken by another program`))
})

test('once it has ended the port is free, and the check leaves it so', async () => {
  other.close()
  await once(other, 'close')
  for (const _ of ['first', 'second']) expect(await problemOf({ PORT })).toBeUndefined()
})

test('a machine without that address has no such program', async () => {
  expect(await problemOf({ PORT }, NOT_HERE)).toBeUndefined()
})

test.each([
  ['listens on one address', { HOST: '127.0.0.1' }],
  ['has another name', { PUBLIC_URL: 'http://127.0.0.1:3000' }],
  ['is behind a proxy on another port', { PUBLIC_URL: 'http://localhost:1' }],
  ['takes any free port', { PORT: '0' }],
])('it does not concern a shop that %s', async (_, more) => {
  expect(await problemOf({ PORT, ...more })).toBeUndefined()
})
