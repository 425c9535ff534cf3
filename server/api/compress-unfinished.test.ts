import { gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { compressUnfinished } from './compress-unfinished.ts'
import type { AppEnv } from './router.ts'

const app = new Hono<AppEnv>()
app.use(compressUnfinished())
app.get('/:length', (context) => {
  context.header('X-Own', 'kept')
  return context.json('x'.repeat(Number(context.req.param('length'))), 201)
})
const ask = (length: number) => app.request(`/${length}`, { headers: { 'accept-encoding': 'gzip' } })

test('JSON under 1 KB goes out as it is, with its length', async () => {
  const answer = await ask(1_021)
  const { status, headers } = answer
  expect([status, headers.get('content-encoding'), headers.get('x-own')]).toEqual([201, null, 'kept'])
  expect(headers.get('content-length')).toBe('1023')
  expect(headers.get('content-type')).toBe('application/json')
  expect(await answer.json()).toHaveLength(1_021)
})

test('longer JSON is compressed', async () => {
  const answer = await ask(1_022)
  const { status, headers } = answer
  expect([status, headers.get('content-encoding'), headers.get('x-own')]).toEqual([201, 'gzip', 'kept'])
  const text = gunzipSync(Buffer.from(await answer.arrayBuffer())).toString()
  expect(JSON.parse(text)).toHaveLength(1_022)
})
