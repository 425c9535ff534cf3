import { expect, test, vi } from 'vitest'
import { onToast, onToastWanted, toast } from './toast.ts'

test('toasts sent before there is a toaster wait, in order, and call for it', () => {
  const called = vi.fn()
  const stopCalling = onToastWanted(called)
  toast({ title: 'first' })
  toast({ title: 'second' })
  expect(called).toHaveBeenCalledOnce()
  const calledLater = vi.fn()
  onToastWanted(calledLater)()
  expect(calledLater).toHaveBeenCalledOnce()

  const shown: string[] = []
  const stop = onToast(({ title }) => shown.push(title))
  toast({ title: 'third' })
  expect(shown).toEqual(['first', 'second', 'third'])
  onToastWanted(calledLater)()
  expect(calledLater).toHaveBeenCalledOnce()
  stop()
  stopCalling()
})

test('after the toaster is gone, toasts wait for the next one', () => {
  const stop = onToast(() => {})
  stop()
  toast({ title: 'later' })
  const shown: string[] = []
  onToast(({ title }) => shown.push(title))()
  expect(shown).toEqual(['later'])
})
