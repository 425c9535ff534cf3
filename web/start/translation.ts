/**
 * A browser that translates the page, and some extensions, replace text nodes by elements of their own. React then removes, or
 * inserts before, a node that is no longer where React put it, which throws and ends the screen. As described in React's issue
 * 11538: a node that is elsewhere need not be removed from here, and what was to be inserted before it goes to the end.
 * So that no stale words remain, a text that changes stands alone in an element (docs/decisions/009-old-and-translated-browsers.md).
 */
export function tolerateTranslation(): void {
  const { removeChild, insertBefore } = Node.prototype
  Node.prototype.removeChild = function <T extends Node>(child: T): T {
    if (child.parentNode === this) removeChild.call(this, child)
    return child
  }
  Node.prototype.insertBefore = function <T extends Node>(node: T, before: Node | null): T {
    insertBefore.call(this, node, before?.parentNode === this ? before : null)
    return node
  }
}
