/** Breaks out of text, attribute, title, textarea, comment, script, style, CDATA, template and URL. */
export const BREAKOUTS = [
  '"><jara-x></jara-x><script>globalThis.jara=1</script>',
  "'><jara-x onclick=globalThis.jara=1>",
  '</title></textarea></style></script><jara-x>',
  '--><jara-x><!--',
  ']]><jara-x>',
  '<img src=x onerror=globalThis.jara=1><svg onload=globalThis.jara=1>',
  '</script><script>globalThis.jara=1//',
  '&lt;jara-x&gt;&#60;jara-x&#62;',
  'javascript:globalThis.jara=1',
  '\u2028\u2029</jara-x>',
]

/** Every breakout, after a word by which this text is recognised. */
export const hostileText = (marker: string) => `${marker} ${BREAKOUTS.join(' ')}`

/** Short enough for a name. */
export const hostileName = (marker: string) => `${marker}"><jara-x><script>globalThis.jara=1</script></title>`

/** Short enough for a colour, size or tag. */
export const hostileChoice = (marker: string) => `${marker}"><jara-x></title>`
