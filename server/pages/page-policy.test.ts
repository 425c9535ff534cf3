import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { inlineHashes } from './page-policy.ts'

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

test('each inline script that runs has its hash, once', () => {
  const page =
    '<head><script>1</script><script>2</script></head><script type="application/json" id="answers">["<script>no"]</script>' +
    '<script async="" src="/assets/a.js">3</script><script type="application/ld+json">{}</script>' +
    '<script data-part="">if("<script>")1</script><script>2</script><script></script>'
  expect(inlineHashes(page, 'script')).toEqual(['1', '2', 'if("<script>")1'].map(hashOf))
})

test('the inline stylesheet has its hash', () => {
  const page = '<style data-href="styles">p{color:red}</style><script>1</script><p style="color:red"></p>'
  expect(inlineHashes(page, 'style')).toEqual(['p{color:red}'].map(hashOf))
})

test.each(['', '<script', '<script>1', '<p>no script</p>'])('%j has none', (html) => {
  expect(inlineHashes(html, 'script')).toEqual([])
})
