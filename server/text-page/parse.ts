import { lexer, type MarkedToken, type Tokens } from 'marked'
import type { TextBlock, TextPage, TextSpan } from '#shared/contract/text-page.ts'

/** What a page shows of the shop's present state, where a placeholder stands alone in a paragraph. */
const LIVE = ['fees', 'sizes'] as const
export type LiveBlock = { kind: 'fees' } | { kind: 'sizes' }

/** A page as it was read: what is live is filled in when it is shown. */
export type ParsedPage = Omit<TextPage, 'id' | 'blocks'> & { blocks: (TextBlock | LiveBlock)[] }

type Style = Omit<TextSpan, 'text'>

/** Other schemes, such as javascript:, could run as a script of the shop. */
const SAFE_LINK = /^(https:\/\/|mailto:|tel:|\/(?!\/))/

const PLACEHOLDER = /\{([^{}\s]*)\}/g

/**
 * Reads the Markdown of a page: headings, paragraphs, lists, tables, quotes as notices, bold, italics and links. Whatever else
 * is in it, HTML above all, becomes a problem in a plain sentence; nothing is passed on as it was written. `words` are what
 * its {placeholders} stand for.
 */
export function parsePage(
  markdown: string,
  words: Readonly<Record<string, string>>,
): { page: ParsedPage; problems: string[] } {
  const problems: string[] = []
  const blocks: ParsedPage['blocks'] = []
  let title = ''

  const fill = (text: string): string =>
    text.replace(PLACEHOLDER, (whole, name: string) => {
      const word = Object.hasOwn(words, name) ? words[name] : undefined
      if (word === '') problems.push(`${whole} is empty in shop.config.ts`)
      else if (word === undefined && isLive(name)) problems.push(`${whole} must stand alone in a paragraph`)
      else if (word === undefined) {
        const known = [...Object.keys(words), ...LIVE].map((each) => `{${each}}`).join(', ')
        problems.push(`${whole} is not one of ${known}`)
      }
      return word ?? ''
    })

  const refuse = (token: MarkedToken): void => {
    const [shown = ''] = token.raw.trim().split('\n')
    problems.push(`${WHAT[token.type] ?? 'this'} is not shown in pages: ${shown}`)
  }

  const linkTo = (token: Tokens.Link): string => {
    // Numbers are written with spaces.
    const href = fill(token.href).replaceAll(/\s/g, '')
    if (!SAFE_LINK.test(href))
      problems.push(`a link leads neither to https:, mailto:, tel: nor to a path of the shop: ${token.raw}`)
    return href
  }

  const readSpans = (tokens: readonly MarkedToken[], style: Style = {}): TextSpan[] =>
    tokens.flatMap((token): TextSpan[] => {
      switch (token.type) {
        case 'strong':
          return readSpans(inner(token), { ...style, isStrong: true })
        case 'em':
          return readSpans(inner(token), { ...style, isEmphasized: true })
        case 'link':
          return readSpans(inner(token), { ...style, href: linkTo(token) })
        case 'br':
          return [{ ...style, text: '\n' }]
        case 'escape':
          return [{ ...style, text: token.text }]
        case 'text':
          return 'tokens' in token && token.tokens
            ? readSpans(inner(token), style)
            : [{ ...style, text: fill(token.text).replaceAll('\n', ' ') }]
        default:
          refuse(token)
          return []
      }
    })

  const readItem = ({ tokens, task }: Tokens.ListItem): TextSpan[] => {
    const [first, ...others] = (tokens as MarkedToken[]).filter(({ type }) => type !== 'space')
    const unread = task ? first : others[0]
    if (unread) refuse(unread)
    return first?.type === 'text' || first?.type === 'paragraph' ? readSpans(inner(first)) : []
  }

  const readBlock = (token: MarkedToken): void => {
    switch (token.type) {
      case 'space':
      case 'def':
        return
      case 'heading':
        if (token.depth === 1) {
          if (title !== '' || blocks.length > 0)
            problems.push(`only the first line begins with one #: ${token.raw.trim()}`)
          title = textOf(readSpans(inner(token)))
        } else {
          blocks.push({ kind: token.depth === 2 ? 'heading' : 'subheading', spans: readSpans(inner(token)) })
        }
        return
      case 'paragraph': {
        const [, name = ''] = /^\{(\w+)\}$/.exec(token.text.trim()) ?? []
        blocks.push(isLive(name) ? { kind: name } : { kind: 'paragraph', spans: readSpans(inner(token)) })
        return
      }
      case 'blockquote':
        for (const each of inner(token)) {
          if (each.type === 'paragraph') blocks.push({ kind: 'notice', spans: readSpans(inner(each)) })
          else if (each.type !== 'space') refuse(each)
        }
        return
      case 'list':
        blocks.push({ kind: token.ordered ? 'steps' : 'list', items: token.items.map(readItem) })
        return
      case 'table':
        blocks.push({
          kind: 'table',
          caption: captionFor(blocks) ?? title,
          columns: token.header.map(({ tokens, align }) => ({
            spans: readSpans(tokens as MarkedToken[]),
            align: align === 'right' ? 'right' : 'left',
          })),
          rows: token.rows.map((row) => row.map(({ tokens }) => readSpans(tokens as MarkedToken[]))),
        })
        return
      default:
        refuse(token)
    }
  }

  for (const token of lexer(markdown) as MarkedToken[]) readBlock(token)
  const [first] = blocks
  if (title === '') problems.push('the first line must be its title: # Title')
  if (first?.kind !== 'paragraph')
    problems.push('below its title stands a paragraph that says in short what it is about')
  const description = first?.kind === 'paragraph' ? textOf(first.spans) : ''
  return { page: { title, description, blocks }, problems }
}

/** How the owner would call it. */
const WHAT: Partial<Record<MarkedToken['type'], string>> = {
  html: 'HTML',
  image: 'a picture',
  code: 'code',
  codespan: 'code',
  list: 'a list within a list',
  hr: 'a line',
}

const inner = ({ tokens = [] }: { tokens?: unknown[] }) => tokens as MarkedToken[]

export const textOf = (spans: readonly TextSpan[]): string => spans.map(({ text }) => text).join('')

/** A table is named after the heading above it. */
export function captionFor(blocks: readonly (TextBlock | LiveBlock)[]): string | undefined {
  const heading = blocks.findLast((block) => block.kind === 'heading' || block.kind === 'subheading')
  return heading && 'spans' in heading ? textOf(heading.spans) : undefined
}

function isLive(name: string): name is LiveBlock['kind'] {
  return LIVE.some((each) => each === name)
}
