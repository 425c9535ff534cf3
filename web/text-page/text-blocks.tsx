import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { TextBlock, TextSpan } from '#shared/contract/text-page.ts'
import { classes } from '#ui/class-name.ts'
import { ScrollRegion } from '#ui/scroll-region.tsx'

/** The order of blocks never changes, and nothing else tells two alike apart. */
const numbered = <Item,>(items: readonly Item[]) => items.map((item, place) => [String(place), item] as const)

export function TextBlocks({ blocks }: { blocks: readonly TextBlock[] }) {
  return numbered(blocks).map(([key, block]) => <Block key={key} block={block} isLead={key === '0'} />)
}

function Block({ block, isLead }: { block: TextBlock; isLead: boolean }) {
  switch (block.kind) {
    case 'heading':
      return (
        <h2 className="display mt-12 mb-4 max-w-read break-words text-d-sm">
          <Spans spans={block.spans} />
        </h2>
      )
    case 'subheading':
      return (
        <h3 className="display mt-10 mb-4 max-w-read break-words text-d-xs">
          <Spans spans={block.spans} />
        </h3>
      )
    case 'paragraph':
      return (
        <p
          className={classes(
            'max-w-read whitespace-pre-line',
            isLead ? 'mt-8 text-xl' : 'mt-4 text-ink-soft',
          )}
        >
          <Spans spans={block.spans} />
        </p>
      )
    case 'notice':
      return (
        <p className="notice mt-8 max-w-read whitespace-pre-line p-5">
          <Spans spans={block.spans} />
        </p>
      )
    case 'list':
    case 'steps': {
      const List = block.kind === 'list' ? 'ul' : 'ol'
      return (
        <List
          className={classes(
            'mt-4 grid max-w-read gap-2 pl-6 text-ink-soft marker:text-accent-text',
            block.kind === 'list' ? 'list-disc' : 'list-decimal marker:font-bold',
          )}
        >
          {numbered(block.items).map(([key, item]) => (
            <li key={key}>
              <Spans spans={item} />
            </li>
          ))}
        </List>
      )
    }
    case 'table':
      return <Table table={block} />
  }
}

/** Scrolls within itself where it is wider than its column, by keyboard as well. */
function Table({ table: { caption, columns, rows } }: { table: Extract<TextBlock, { kind: 'table' }> }) {
  const side = columns.map(({ align }) =>
    align === 'right' ? 'text-right whitespace-nowrap' : 'min-w-48 text-left',
  )
  return (
    <ScrollRegion label={caption} className="mt-6 max-w-read">
      <table className="tabular w-full text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-ink border-b-2">
            {numbered(columns).map(([key, { spans }]) => (
              <th
                key={key}
                scope="col"
                className={classes('label py-3 pr-5 text-2xs', key === '0' ? 'text-left' : side[Number(key)])}
              >
                <Spans spans={spans} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {numbered(rows).map(([key, [first = [], ...cells]]) => (
            <tr key={key} className="border-line border-b align-top">
              <th scope="row" className="min-w-28 py-3 pr-5 text-left font-bold">
                <Spans spans={first} />
              </th>
              {numbered(cells).map(([place, spans]) => (
                <td key={place} className={classes('py-3 pr-5 text-ink-soft', side[Number(place) + 1])}>
                  <Spans spans={spans} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

function Spans({ spans }: { spans: readonly TextSpan[] }) {
  return numbered(spans).map(([key, span]) => <Span key={key} span={span} />)
}

function Span({ span: { text, href, isStrong, isEmphasized } }: { span: TextSpan }) {
  const emphasized = isEmphasized ? <em>{text}</em> : text
  const styled = isStrong ? <strong className="font-bold text-ink">{emphasized}</strong> : emphasized
  return href === undefined ? styled : <TextLink href={href}>{styled}</TextLink>
}

/** Between pages without loading the shop anew; to other sites in a new tab. */
function TextLink({ href, children }: { href: string; children: ReactNode }) {
  const [, page] = /^\/pages\/([a-z0-9-]+)$/.exec(href) ?? []
  if (page !== undefined) {
    return (
      <Link to="/pages/$name" params={{ name: page }} className="link">
        {children}
      </Link>
    )
  }
  const tab = href.startsWith('https:') ? { target: '_blank', rel: 'noopener noreferrer' } : {}
  return (
    <a href={href} {...tab} className="link wrap-anywhere">
      {children}
    </a>
  )
}
