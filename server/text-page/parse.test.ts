import { expect, test } from 'vitest'
import { parsePage } from './parse.ts'

const WORDS = { brand: 'Jara *+* <b>', phone: '+234 800 000', whatsapp: '234800', empty: '' }

/** A page with a title and a first paragraph above this. */
const parse = (markdown: string) => {
  const { page, problems } = parsePage(`# Title\n\nIn short.\n\n${markdown}`, WORDS)
  return { blocks: page.blocks.slice(1), problems }
}

test('a page is its title, a description and blocks', () => {
  const { page, problems } = parsePage(
    `# Hello {brand}

In *short*, what it
is about.

## Why

- one **bold *and more***
- [page](/pages/returns)

1. first

| What | How much |
|---|--:|
| it | 12\\*  |

> Note\\
this.
`,
    WORDS,
  )
  expect(problems).toEqual([])
  expect(page).toEqual({
    title: 'Hello Jara *+* <b>',
    description: 'In short, what it is about.',
    blocks: [
      {
        kind: 'paragraph',
        spans: [{ text: 'In ' }, { text: 'short', isEmphasized: true }, { text: ', what it is about.' }],
      },
      { kind: 'heading', spans: [{ text: 'Why' }] },
      {
        kind: 'list',
        items: [
          [
            { text: 'one ' },
            { text: 'bold ', isStrong: true },
            { text: 'and more', isStrong: true, isEmphasized: true },
          ],
          [{ text: 'page', href: '/pages/returns' }],
        ],
      },
      { kind: 'steps', items: [[{ text: 'first' }]] },
      {
        kind: 'table',
        caption: 'Why',
        columns: [
          { spans: [{ text: 'What' }], align: 'left' },
          { spans: [{ text: 'How much' }], align: 'right' },
        ],
        rows: [[[{ text: 'it' }], [{ text: '12' }, { text: '*' }]]],
      },
      { kind: 'notice', spans: [{ text: 'Note' }, { text: '\n' }, { text: 'this.' }] },
    ],
  })
})

test('placeholders are filled in text and in addresses, and their words are never read as Markdown', () => {
  expect(parse('{brand}: [{phone}](tel:{phone}) or [chat](https://wa.me/{whatsapp})')).toEqual({
    problems: [],
    blocks: [
      {
        kind: 'paragraph',
        spans: [
          { text: 'Jara *+* <b>: ' },
          { text: '+234 800 000', href: 'tel:+234800000' },
          { text: ' or ' },
          { text: 'chat', href: 'https://wa.me/234800' },
        ],
      },
    ],
  })
})

test('a live block stands alone in a paragraph', () => {
  expect(parse('{fees}').blocks).toEqual([{ kind: 'fees' }])
  expect(parse('It costs {fees}.').problems).toEqual(['{fees} must stand alone in a paragraph'])
})

test.each([
  ['{brnad}', '{brnad} is not one of {brand}, {phone}, {whatsapp}, {empty}, {fees}, {sizes}'],
  ['{toString}', '{toString} is not one of {brand}, {phone}, {whatsapp}, {empty}, {fees}, {sizes}'],
  ['{}', '{} is not one of {brand}, {phone}, {whatsapp}, {empty}, {fees}, {sizes}'],
  ['{empty}', '{empty} is empty in shop.config.ts'],
  ['<script>alert(1)</script>', 'HTML is not shown in pages: <script>alert(1)</script>'],
  ['a <img src=x onerror=alert(1)> b', 'HTML is not shown in pages: <img src=x onerror=alert(1)>'],
  ['![picture](/a.jpg)', 'a picture is not shown in pages: ![picture](/a.jpg)'],
  ['`code`', 'code is not shown in pages: `code`'],
  ['---', 'a line is not shown in pages: ---'],
  ['- one\n  - two', 'a list within a list is not shown in pages: - two'],
  ['## <b>', 'HTML is not shown in pages: <b>'],
  ['# Second', 'only the first line begins with one #: # Second'],
])('%s is a problem', (markdown, problem) => {
  expect(parse(markdown).problems).toContain(problem)
})

test.each([
  '[x](javascript:alert(1))',
  '[x](JAVASCRIPT:alert(1))',
  '[x](java\tscript:alert(1))',
  '[x](data:text/html,x)',
  '[x](//elsewhere.example)',
  '[x](http://elsewhere.example)',
  '[x][ref]\n\n[ref]: vbscript:x',
])('the link %s is a problem', (markdown) => {
  const { problems, blocks } = parse(markdown)
  const isRead = JSON.stringify(blocks).includes('href')
  expect(isRead ? problems.join() : 'a link leads neither').toContain('a link leads neither')
})

test('a page without a title or a first paragraph is a problem', () => {
  expect(parsePage('## Only a heading', WORDS).problems).toEqual([
    'the first line must be its title: # Title',
    'below its title stands a paragraph that says in short what it is about',
  ])
})
