import { create } from 'zustand'
import { followLostScripts, wasJustReloaded } from '#ui/lazy-component.ts'
import { isAnyUnsaved, useUnsavedForms } from './unsaved.ts'

/** Whether the page is to be read again once nothing that was typed would be lost by that (admin/chrome/shell.tsx says so). */
export const useIsReloadDue = create(() => false)

/**
 * A part of the former version that is not there any more: the page is read again, in the new one. What was typed is not lost by that, so
 * where something is, the part goes on loading until it is saved or given up.
 */
export function reloadForNewVersion(): void {
  followLostScripts()
  addEventListener('vite:preloadError', (event) => {
    if (wasJustReloaded()) return
    event.preventDefault()
    if (navigator.onLine) reloadOnceSaved()
    else addEventListener('online', reloadOnceSaved, { once: true })
  })
}

function reloadOnceSaved(): void {
  if (!isAnyUnsaved()) location.reload()
  else if (!useIsReloadDue.getState()) {
    useIsReloadDue.setState(true)
    useUnsavedForms.subscribe(() => {
      if (!isAnyUnsaved()) location.reload()
    })
  }
}
