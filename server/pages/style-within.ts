import { createHash } from 'node:crypto'
import type { Asset } from './built.ts'
import type { RenderedPage } from './renderer.ts'

const STYLESHEET = /<link rel="stylesheet" href="([^"]+)"[^>]*>/

/**
 * Puts the stylesheet into the document in place of the link to it: the browser paints when the page is there, not when a
 * second answer is. The text is the same for every page, so its hash, which the page's policy names, is computed once. In
 * the browser React knows of no stylesheet (web/routes/__root.tsx), and leaves what it does not know in <head> alone.
 */
export function styleWithin(assets: ReadonlyMap<string, Asset>): (page: RenderedPage) => RenderedPage {
  const styles = new Map<string, { element: string; hash: string }>()
  for (const [path, { bytes, contentType }] of assets) {
    if (!contentType.startsWith('text/css')) continue
    const css = new TextDecoder().decode(bytes.identity)
    if (/<\/style/i.test(css)) throw new Error(`${path} would end the element that it stands in.`)
    const hash = `'sha256-${createHash('sha256').update(css).digest('base64')}'`
    styles.set(path, { element: `<style>${css}</style>`, hash })
  }
  return (page) => {
    const link = STYLESHEET.exec(page.html)
    const style = styles.get(link?.[1] ?? '')
    if (link === null || style === undefined) return page
    const before = page.html.slice(0, link.index)
    const after = page.html.slice(link.index + link[0].length)
    return { ...page, html: before + style.element + after, styleHash: style.hash }
  }
}
