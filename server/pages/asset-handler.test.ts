import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { Coding } from '#server/http/coding.ts'
import type { AppEnv } from '#server/http/router.ts'
import { type Asset, serveAssets } from './built.ts'

const CODINGS: readonly Coding[] = ['identity', 'gzip', 'br']

function asset(isCompressed: boolean): Asset {
  const bytesOf = (coding: Coding) => new TextEncoder().encode(isCompressed ? `in ${coding}` : 'as it is')
  return {
    bytes: { identity: bytesOf('identity'), gzip: bytesOf('gzip'), br: bytesOf('br') },
    isCompressed,
    contentType: 'text/plain; charset=utf-8',
    etag: '"name"',
    immutable: true,
  }
}
const app = new Hono<AppEnv>().use(
  serveAssets(
    new Map([
      ['/text.js', asset(true)],
      ['/picture.png', asset(false)],
    ]),
  ),
)
async function ask(path: string, coding: Coding, headers: Record<string, string> = {}) {
  const response = await app.request(path, { headers: { 'accept-encoding': coding, ...headers } })
  return { status: response.status, etag: response.headers.get('etag') ?? '', text: await response.text() }
}

test('the same bytes have the same strong validator, different bytes a different one', async () => {
  const names = async (path: string) => {
    const responses = await Promise.all(CODINGS.map((coding) => ask(path, coding)))
    for (const { etag } of responses) expect(etag).toMatch(/^"[\w-]+"$/)
    return [new Set(responses.map(({ text }) => text)).size, new Set(responses.map(({ etag }) => etag)).size]
  }
  expect(await names('/text.js')).toEqual([3, 3])
  expect(await names('/picture.png')).toEqual([1, 1])
})

test.each(CODINGS)(
  'a client that has a file in %s is not sent it again, but is sent other codings',
  async (coding) => {
    const { etag } = await ask('/text.js', coding)
    const again = await ask('/text.js', coding, { 'if-none-match': `"other", ${etag}` })
    expect(again).toEqual({ status: 304, etag, text: '' })
    for (const other of CODINGS.filter((each) => each !== coding)) {
      const { status, text } = await ask('/text.js', other, { 'if-none-match': etag })
      expect([status, text]).toEqual([200, `in ${other}`])
    }
  },
)
