import { expect, test } from 'vitest'
import { startAfterPainting } from './start-after-painting.ts'

const PAGE =
  '<html lang="en-NG"><head><link rel="modulepreload" href="/assets/index-a.js" fetchPriority="low"/><link rel="modulepreload" href="/assets/framework-b.js"/><link rel="preload" as="font" href="/assets/c.woff2"/><link rel="manifest" href="/site.webmanifest"/></head><body><p>Jara</p><script type="module" async="" src="/assets/index-a.js"></script></body>'

test('nothing requests the script before the page is painted; then all of its files are requested together', () => {
  const page = startAfterPainting([PAGE]).join('')
  expect(page).not.toContain('<link rel="modulepreload"')
  expect(page).not.toContain('<script type="module"')
  expect(page).toContain('["/assets/index-a.js","/assets/framework-b.js"]')
  expect(page).toContain('import("/assets/index-a.js")')
  expect(page).toContain('requestAnimationFrame')
})

test('the manifest is requested with the script', () => {
  const page = startAfterPainting([PAGE]).join('')
  expect(page).not.toContain('<link rel="manifest"')
  expect(page).toContain('add("manifest","/site.webmanifest");import(')
})

test('pictures further down are deferred as long as the script', () => {
  const page = startAfterPainting([PAGE]).join('')
  expect(page).toContain('dataset.unpainted=""')
  expect(page).toContain('delete d.unpainted')
})

test('the rest of the document is unchanged', () => {
  const page = startAfterPainting([PAGE]).join('')
  expect(page).toContain('<link rel="preload" as="font" href="/assets/c.woff2"/>')
  expect(page.replaceAll(/<script>.*?<\/script>/g, '')).toBe(
    '<html lang="en-NG"><head><link rel="preload" as="font" href="/assets/c.woff2"/></head><body><p>Jara</p></body>',
  )
  expect(startAfterPainting(['<p>no script</p>'])).toEqual(['<p>no script</p>'])
})

test('so it is in parts, as a page is rendered', () => {
  const [before = '', after = ''] = PAGE.split('<p>Jara</p>')
  const parts = [`${before}<script type="application/json" id="answers">`, '[1]', `</script>${after}`]
  expect(startAfterPainting(parts).join('')).toBe(startAfterPainting([parts.join('')]).join(''))
  expect(startAfterPainting(parts)).toContain('[1]')
})
