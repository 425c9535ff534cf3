/** For what the page has to say before its script runs, or without it. */
export function showBottomNotice(text: string): void {
  const notice = document.querySelector('.bottom-notice')
  if (notice === null || notice.firstChild) return
  const line = document.createElement('p')
  line.className = 'on-ink'
  line.textContent = text
  notice.append(line)
}
