import { type RefObject, useEffect } from 'react'

/** At a desk: / goes to the search, j and k to the next and the former row, x ticks it. Not while something is typed. */
export function useRowKeys(search: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof Element && event.target.closest('input, select, textarea')) return
      const step = event.key === 'j' ? 1 : event.key === 'k' ? -1 : 0
      if (event.key === '/') search.current?.focus()
      else if (event.key === 'x') tickFocused()
      else if (step !== 0) moveFocus(step)
      else return
      event.preventDefault()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [search])
}

function moveFocus(step: number): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')]
  const place = rows.indexOf(document.activeElement as HTMLElement)
  rows.at(place === -1 ? 0 : Math.min(Math.max(place + step, 0), rows.length - 1))?.focus()
}

function tickFocused(): void {
  const row = document.activeElement?.closest('li')
  row?.querySelector<HTMLInputElement>('input[type=checkbox]')?.click()
}
