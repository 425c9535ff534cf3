import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { ROOT } from '#server/root.ts'
import { lagosMoment } from '#shared/lagos-time.ts'
import { shop } from '#shop.config'

export type Row = readonly [term: string, what: string]
export type Section = { title: string; rows: readonly Row[] }

const FONTS = join(ROOT, 'ui/fonts')
/** What archivo-print.ttf has; archivo-more-print.ttf has the other letters of names (scripts/subset-font.mjs). */
const BASIC =
  '\\x20-\\x7e\\xa0\\xa9\\xb7\\xd7\\u2013\\u2014\\u2018\\u2019\\u201c\\u201d\\u2022\\u2026\\u20a6\\u2190\\u2192\\u2212\\u2713'
const RUNS = new RegExp(`[${BASIC}]+|[^${BASIC}]+`, 'gu')
const BEGINS_BASIC = new RegExp(`^[${BASIC}]`, 'u')

const MARGIN = 50
const TERM_WIDTH = 130

/** Loaded with the first document: it would cost every start an eighth of a second. */
const loadLibrary = () => import('pdfkit')

/** Headings and rows of two columns on A4, in the label's typeface. */
export async function printPdf(title: string, sections: readonly Section[], now: Date): Promise<Buffer> {
  const { default: PDFDocument } = await loadLibrary()
  const pdf = new PDFDocument({ size: 'A4', margin: MARGIN, info: { Title: title, Author: shop.brand } })
  pdf.registerFont('basic', join(FONTS, 'archivo-print.ttf'))
  pdf.registerFont('more', join(FONTS, 'archivo-more-print.ttf'))
  const full = pdf.page.width - 2 * MARGIN
  const write = (text: string, x = MARGIN, width = full) => {
    const runs = text.normalize('NFC').replace(/\s+/g, ' ').match(RUNS) ?? [' ']
    runs.forEach((run, place) => {
      pdf.font(BEGINS_BASIC.test(run) ? 'basic' : 'more')
      const options = { width, continued: place < runs.length - 1 }
      if (place === 0) pdf.text(run, x, pdf.y, options)
      else pdf.text(run, options)
    })
  }
  const breakBefore = (height: number) => {
    if (pdf.y > pdf.page.height - MARGIN - height) pdf.addPage()
  }
  pdf.fontSize(20)
  write(`${shop.brand}: ${title}`)
  pdf.fontSize(9)
  write(`Drawn up ${lagosMoment(now.toISOString())}. All times are Lagos time.`)
  for (const { title: heading, rows } of sections) {
    breakBefore(100)
    pdf.moveDown(1.5).fontSize(13)
    write(heading)
    pdf.moveDown(0.3).fontSize(9.5)
    if (rows.length === 0) write('Nothing.')
    for (const [term, what] of rows) {
      breakBefore(40)
      const { page, y: top } = pdf
      write(term, MARGIN, TERM_WIDTH)
      const below = pdf.y
      pdf.y = top
      write(what, MARGIN + TERM_WIDTH, full - TERM_WIDTH)
      // A long text may end on the next page.
      pdf.y = (pdf.page === page ? Math.max(pdf.y, below) : pdf.y) + 2
    }
  }
  pdf.end()
  return buffer(pdf)
}
