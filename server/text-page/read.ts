import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { words } from '#pages/words.ts'
import { Refusal } from '#server/refusal.ts'
import { HELP_PAGES } from '#shared/help-page.ts'
import { RETURN_DAYS } from '#shared/limits.ts'
import { REFUND_TAKES } from '#shared/refund-words.ts'
import { shop } from '#shop.config'
import { type ParsedPage, parsePage } from './parse.ts'

/** By name, the last part of their address. */
export type TextPages = ReadonlyMap<string, ParsedPage>

const joined = Object.entries(words).map(([name, said]) => [name, [said].flat().join(' ')] as const)

const WORDS: Readonly<Record<string, string>> = {
  brand: shop.brand,
  phone: shop.phone,
  email: shop.email,
  whatsapp: shop.whatsapp,
  refundTakes: REFUND_TAKES,
  returnDays: String(RETURN_DAYS),
  ...Object.fromEntries(joined),
}

/** Reads every page of the folder. A mistake in one is reported now, together with all others, rather than to a shopper. */
export function readTextPages(folder: string): TextPages {
  const problems: string[] = []
  const pages = new Map<string, ParsedPage>()
  for (const file of readdirSync(folder).sort()) {
    if (!file.endsWith('.md')) continue
    const id = basename(file, '.md')
    if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id)) {
      problems.push(`pages/${file}: a page's name has only small letters, digits and single hyphens.`)
      continue
    }
    const { page, problems: own } = parsePage(readFileSync(join(folder, file), 'utf8'), WORDS)
    problems.push(...own.map((why) => `pages/${file}: ${why}.`))
    pages.set(id, page)
  }
  const missing = (id: string) => !pages.has(id)
  for (const { id } of HELP_PAGES) {
    if (missing(id)) problems.push(`pages/${id}.md is missing: the shop links to it.`)
  }
  for (const [id, page] of pages) {
    for (const [, linked = ''] of JSON.stringify(page).matchAll(/"href":"\/pages\/([^"#?]*)/g)) {
      if (missing(linked))
        problems.push(`pages/${id}.md: a link leads to /pages/${linked}, which there is not.`)
    }
  }
  if (problems.length > 0) throw new Refusal(problems.join('\n'))
  return pages
}
