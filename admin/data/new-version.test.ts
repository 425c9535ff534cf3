import { beforeEach, expect, test, vi } from 'vitest'
import { reloadForNewVersion, useIsReloadDue } from './new-version.ts'
import { useUnsavedForms } from './unsaved.ts'

const page = new EventTarget()
const reload = vi.fn()

beforeEach(() => {
  reload.mockClear()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('location', { reload })
  vi.stubGlobal('navigator', { onLine: true })
  useIsReloadDue.setState(false)
  useUnsavedForms.setState(0)
  return () => void vi.unstubAllGlobals()
})

/** A part of the page is gone; whether its failure is left to the page. */
function loseScript(): boolean {
  reloadForNewVersion()
  return !page.dispatchEvent(new Event('vite:preloadError', { cancelable: true }))
}

test('a page whose part is gone is read again at once, or as soon as what was typed in it is saved', () => {
  expect(loseScript()).toBe(true)
  expect(reload).toHaveBeenCalled()
  reload.mockClear()

  useUnsavedForms.setState(2)
  expect(loseScript()).toBe(true)
  useUnsavedForms.setState(1)
  expect([reload.mock.calls.length, useIsReloadDue.getState()]).toEqual([0, true])
  useUnsavedForms.setState(0)
  expect(reload).toHaveBeenCalled()
})

test('without a network it stays as it is until there is one', () => {
  vi.stubGlobal('navigator', { onLine: false })
  expect(loseScript()).toBe(true)
  expect(reload).not.toHaveBeenCalled()
  page.dispatchEvent(new Event('online'))
  expect(reload).toHaveBeenCalled()
})
