/**
 * Whether everything works here: the floor is Chrome and WebView 111, Safari 16.4 and Firefox 114, which the stylesheet needs
 * (color-mix) and the script may use (test/support/browser-floor.ts). The first test leaves out older Chrome and Firefox, the
 * second older Safari.
 */
export function isAtFloor(): boolean {
  return (
    CSS.supports('color', 'color-mix(in oklab, red, red)') &&
    typeof HTMLScriptElement.supports === 'function' &&
    HTMLScriptElement.supports('importmap')
  )
}
