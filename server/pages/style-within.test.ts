import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Asset } from './built.ts'
import { styleWithin } from './style-within.ts'

const CSS = 'p{color:red}@font-face{src:url(/assets/archivo.woff2)}'
const LINK = '<link rel="stylesheet" href="/assets/styles-a.css" data-precedence="default"/>'

function asset(text: string, contentType: string): Asset {
  const identity = new TextEncoder().encode(text)
  return {
    bytes: { identity, gzip: identity, br: identity },
    isCompressed: false,
    contentType,
    etag: '"a"',
    immutable: true,
  }
}
const text = (pieces: readonly Uint8Array[]) => Buffer.concat(pieces).toString()
const assets = new Map([
  ['/assets/styles-a.css', asset(CSS, 'text/css; charset=utf-8')],
  ['/assets/index-a.js', asset('1', 'text/javascript; charset=utf-8')],
])

test('a page has its stylesheet inlined in place of the link, and the hash of exactly that text', () => {
  const page = styleWithin(assets)([
    `<head><title>Jara’s é 👕 …</title>${LINK}<link rel="icon" href="/favicon.ico"/>`,
    `</head><p>$& ₦5,000</p>`,
  ])
  expect(text(page.pieces.slice(0, 1))).toBe('<head><title>Jara’s é 👕 …</title>')
  expect(text(page.pieces)).toBe(
    `<head><title>Jara’s é 👕 …</title><style>${CSS}</style><link rel="icon" href="/favicon.ico"/></head><p>$& ₦5,000</p>`,
  )
  expect(page.styleHash).toBe(`'sha256-${createHash('sha256').update(CSS).digest('base64')}'`)
})

test('a page longer than any before is encoded whole', () => {
  const long = '₦ and 👕 '.repeat(100_000)
  const page = styleWithin(assets)([`<head>${LINK}`, long, '</p>'])
  expect(text(page.pieces)).toBe(`<head><style>${CSS}</style>${long}</p>`)
})

test('a page without a stylesheet of ours is unchanged', () => {
  for (const html of ['', '<p>₦5,000</p>', LINK.replace('styles-a', 'styles-b')]) {
    const { pieces, styleHash } = styleWithin(assets)([html])
    expect([text(pieces), styleHash]).toEqual([html, undefined])
  }
})

test('a stylesheet that would close its element is refused at startup', () => {
  const hostile = new Map([['/a.css', asset('p::after{content:"</STYLE>"}', 'text/css; charset=utf-8')]])
  expect(() => styleWithin(hostile)).toThrow('/a.css')
})

test('all pages share the piece with the style, and nothing else', () => {
  const write = styleWithin(assets)
  const [one, other] = [write([`<head>${LINK}`, '₦']), write([`<head>${LINK}`, '</p>'])]
  expect(text(one.pieces.slice(1, 2))).toBe(`<style>${CSS}</style>`)
  expect(one.pieces[1]).toBe(other.pieces[1])
  expect([text(one.pieces), text(other.pieces)]).toEqual([
    `<head><style>${CSS}</style>₦`,
    `<head><style>${CSS}</style></p>`,
  ])
})
