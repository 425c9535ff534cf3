import type { BrowserContext } from 'playwright-core'

/**
 * Translates each page as Chrome does: every text node, also one that appears or changes later, is replaced by
 * <font><font>…</font></font>. Complains by console.error of words that stay on the screen although the page took them away: a
 * text that changes, appears or goes must stand alone in an element. The words stay as they are, in other letters.
 */
export async function translatePages(
  context: BrowserContext,
  when: 'at once' | 'once hydrated',
): Promise<void> {
  await context.addInitScript((when) => {
    const KEEPS = 'script, style, template, textarea, noscript, option, title, [translate="no"], font'
    const replaced = new WeakMap<Node, HTMLElement>()
    const complain = (text: string, why: string) => console.error(`Stale words: "${text}" ${why}`)

    const translate = (text: Text) => {
      const parent = text.parentElement
      if (parent === null || parent.closest(KEEPS) !== null || !/\p{L}/u.test(text.data)) return
      const outer = document.createElement('font')
      const inner = document.createElement('font')
      inner.append(text.data)
      outer.append(inner)
      text.replaceWith(outer)
      replaced.set(text, outer)
    }
    const translateIn = (root: Node) => {
      if (root instanceof Text) return translate(root)
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const texts: Text[] = []
      while (walker.nextNode()) texts.push(walker.currentNode as Text)
      for (const text of texts) translate(text)
    }
    const start = () => {
      const { set } = Object.getOwnPropertyDescriptor(
        Node.prototype,
        'nodeValue',
      ) as Required<PropertyDescriptor>
      Object.defineProperty(Node.prototype, 'nodeValue', {
        ...Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue'),
        set(this: Node, value: string) {
          const shown = replaced.get(this)
          if (shown?.isConnected && this.nodeValue !== value)
            complain(String(this.nodeValue), `became "${value}"`)
          set.call(this, value)
        },
      })
      const { removeChild } = Node.prototype
      Node.prototype.removeChild = function <T extends Node>(child: T): T {
        if (replaced.get(child)?.isConnected) complain(String(child.nodeValue), 'was removed')
        return removeChild.call(this, child) as T
      }
      translateIn(document.body)
      new MutationObserver((records) => {
        for (const { addedNodes, target, type } of records) {
          if (type === 'characterData') translateIn(target)
          for (const node of addedNodes) if (node.isConnected) translateIn(node)
        }
      }).observe(document.body, { childList: true, subtree: true, characterData: true })
    }
    const isHydrated = () => {
      // The footer's script comes by itself.
      const parts = [
        document.querySelector('main')?.lastElementChild,
        document.querySelector('body > footer'),
      ]
      return parts.every(
        (part) => part === null || (part && Object.keys(part).some((key) => key.startsWith('__reactProps'))),
      )
    }
    const startOnceHydrated = () => (isHydrated() ? start() : setTimeout(startOnceHydrated, 20))
    addEventListener('DOMContentLoaded', when === 'at once' ? start : startOnceHydrated)
  }, when)
}
