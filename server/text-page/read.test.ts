import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { words } from '#pages/words.ts'
import { Refusal } from '#server/refusal.ts'
import { readTextPages } from './read.ts'

const OWN = join(import.meta.dirname, '../../pages')
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'jara-pages-'))
  cpSync(OWN, folder, { recursive: true })
})
afterEach(() => rmSync(folder, { recursive: true }))

test("the shop's own pages are in order, and say what the rest of the shop says", () => {
  const pages = readTextPages(OWN)
  expect([...pages.keys()]).toEqual(['contact', 'delivery', 'privacy', 'returns', 'size-guide', 'terms'])
  const said = JSON.stringify([...pages.values()])
  for (const sentence of Object.values(words).flat()) expect(said).toContain(sentence)
})

const known =
  '{brand}, {phone}, {email}, {whatsapp}, {refundTakes}, {returnDays}, {returns}, {arrival}, {dispatch}, {delivery}, {severalOrders}, {fees}, {sizes}'

test('a page may be added; every mistake in the folder is reported at once', () => {
  writeFileSync(join(folder, 'stockists.md'), '# Stockists\n\nWhere we are.\n')
  expect(readTextPages(folder).get('stockists')?.title).toBe('Stockists')
  rmSync(join(folder, 'terms.md'))
  writeFileSync(join(folder, 'Old Terms.md'), '# Old\n\nTerms.\n')
  writeFileSync(join(folder, 'stockists.md'), '# Stockists\n\n{brnad} and [more](/pages/more).\n')
  expect(() => readTextPages(folder)).toThrow(
    new Refusal(
      [
        "pages/Old Terms.md: a page's name has only small letters, digits and single hyphens.",
        `pages/stockists.md: {brnad} is not one of ${known}.`,
        'pages/terms.md is missing: the shop links to it.',
        'pages/contact.md: a link leads to /pages/terms, which there is not.',
        'pages/stockists.md: a link leads to /pages/more, which there is not.',
      ].join('\n'),
    ),
  )
})
