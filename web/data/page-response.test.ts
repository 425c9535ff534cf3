import { dehydrate, hydrate, QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { QUERY_FRESH_MS } from '#shared/limits.ts'
import { datedHere } from './page-response.ts'

const NOW_MS = Date.parse('2026-11-23T10:00:00Z')

/** When the responses of a page that was rendered at this time count as requested. */
function updatedAt(renderedAtMs: number, isNew: boolean): number {
  const server = new QueryClient()
  server.setQueryData(['tags'], ['NewIn'], { updatedAt: renderedAtMs })
  const browser = new QueryClient()
  hydrate(browser, datedHere(JSON.parse(JSON.stringify(dehydrate(server))), isNew, NOW_MS))
  return browser.getQueryState(['tags'])?.dataUpdatedAt ?? 0
}

test('what a new page carries is current, whenever it was rendered and whatever this clock says', () => {
  for (const offMs of [0, -QUERY_FRESH_MS, 86_400_000, -86_400_000])
    expect(updatedAt(NOW_MS + offMs, true)).toBe(NOW_MS)
})

test('a page from a cache is as old as it is, and old if this clock cannot tell', () => {
  expect(updatedAt(NOW_MS - 60_000, false)).toBe(NOW_MS - 60_000)
  expect(updatedAt(NOW_MS + 86_400_000, false)).toBeLessThan(NOW_MS - QUERY_FRESH_MS)
})
