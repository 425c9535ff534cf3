import type { ShippingPlace } from '#shared/contract/app-data.ts'
import type { TextBlock, TextSpan } from '#shared/contract/text-page.ts'
import { formatNaira } from '#shared/naira.ts'
import { inchesOf, listSizeGuides } from '#shared/size-guide.ts'

const plain = (text: string): TextSpan[] => [{ text }]
const column = (text: string, align: 'left' | 'right' = 'left') => ({ spans: plain(text), align })

/** What delivery costs, place by place. */
export function feesTable(places: readonly ShippingPlace[]): TextBlock[] {
  if (places.length === 0) {
    return [
      {
        kind: 'paragraph',
        spans: plain('The checkout shows the places that we deliver to, with their fees.'),
      },
    ]
  }
  return [
    {
      kind: 'table',
      caption: 'Delivery fees',
      columns: [column('Place'), column('Fee', 'right'), column('Delivers to')],
      rows: places.map(({ place, amount, states, areas }) =>
        [place, formatNaira(amount), areaWords(states, areas)].map(plain),
      ),
    },
  ]
}

function areaWords(states: readonly string[], areas: readonly string[]): string {
  if (states.length === 0) return 'All states'
  return areas.length === 0 ? states.join(', ') : `${states.join(', ')}: ${areas.join(', ')}`
}

/** The measures of the categories that the shop has. */
export function sizeTables(categories: readonly string[]): TextBlock[] {
  return listSizeGuides()
    .filter(({ category }) => categories.includes(category))
    .flatMap(({ category, measures, rows, how, fit, between }): TextBlock[] => [
      { kind: 'subheading', spans: plain(category) },
      {
        kind: 'table',
        caption: `${category}: measures in centimetres and inches`,
        columns: [column('Size'), ...measures.map((measure) => column(measure, 'right'))],
        rows: rows.map(({ size, cm }) =>
          [size, ...cm.map((value) => `${value} (${inchesOf(value)})`)].map(plain),
        ),
      },
      { kind: 'paragraph', spans: plain([fit, between, how].filter(Boolean).join(' ')) },
    ])
}
