const ANY = /["'&<>]/
const EVERY = /["'&<>]/g
const ESCAPED: Readonly<Record<string, string>> = {
  '"': '&quot;',
  "'": '&#x27;',
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
}

/** For an element's text or an attribute in double quotes, as React writes both. */
export function escapeHtml(text: string): string {
  return ANY.test(text) ? text.replace(EVERY, (character) => ESCAPED[character] ?? character) : text
}
