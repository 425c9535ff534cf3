import { expect, test } from 'vitest'
import { printPdf, type Row } from './pdf.ts'

test('a text that ends on the next page leaves none of it blank', async () => {
  const short = (count: number) => Array.from({ length: count }, (_, at): Row => [`Step ${at}`, 'short'])
  // Wherever the first page ends within the long text.
  for (let before = 42; before <= 50; before++) {
    const rows: Row[] = [...short(before), ['Answer', 'came back torn at the seam '.repeat(20)], ...short(5)]
    const pdf = await printPdf('Evidence', [{ title: 'Mails', rows }], new Date(0))
    expect(pdf.toString('latin1').match(/\/Type \/Page\b/g), `${before} rows before`).toHaveLength(2)
  }
})
