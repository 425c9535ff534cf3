import { afterEach, expect, test, vi } from 'vitest'
import { copyText } from './copy-text.ts'
import { onToast, type ToastMessage } from './toast/toast.ts'

afterEach(() => void vi.unstubAllGlobals())

async function copy(clipboard: object | undefined): Promise<ToastMessage[]> {
  vi.stubGlobal('navigator', { clipboard })
  const shown: ToastMessage[] = []
  const stop = onToast((message) => shown.push(message))
  await copyText('https://shop.example/x', 'Link copied', 'Copy this link')
  stop()
  return shown
}

test('what is copied is said; what the browser does not copy is shown, to be copied by hand', async () => {
  expect(await copy({ writeText: async () => {} })).toMatchObject([{ title: 'Link copied' }])
  const byHand = [{ title: 'Copy this link', description: 'https://shop.example/x' }]
  expect(await copy({ writeText: () => Promise.reject(new Error('denied')) })).toEqual(byHand)
  expect(await copy(undefined)).toEqual(byHand)
})
