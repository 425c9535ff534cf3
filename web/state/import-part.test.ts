import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { importPart, PartUnreachable } from './import-part.ts'

let named: string | undefined

beforeEach(() => {
  named = undefined
  vi.stubGlobal('document', {
    querySelector: (selector: string) => (selector === `link[href="${named}"]` ? {} : null),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const load = () => Promise.resolve('part')

/** Every request is answered. Returns the paths that are asked for. */
function answering(): string[] {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    return new Response('file')
  })
  return asked
}

test('a part is imported once all of its files have been fetched, and each is fetched once', async () => {
  const asked = answering()
  expect(await importPart(load, ['assets/a.js', 'assets/b.js'])).toBe('part')
  expect(await importPart(load, ['assets/b.js', 'assets/c.js'])).toBe('part')
  expect(asked).toEqual(['/assets/a.js', '/assets/b.js', '/assets/c.js'])
})

test('a file that the page names is not fetched again', async () => {
  const asked = answering()
  named = '/assets/named.js'
  expect(await importPart(load, ['assets/named.js', 'assets/other.js'])).toBe('part')
  expect(asked).toEqual(['/assets/other.js'])
})

test('a part of which one file is lost is not imported, and can be asked for again', async () => {
  let isLost = true
  vi.stubGlobal('fetch', async (path: string) => {
    if (isLost && path === '/assets/lost.js') throw new TypeError('Failed to fetch')
    return new Response('file')
  })
  const imported = vi.fn(load)
  const files = ['assets/there.js', 'assets/lost.js']
  await expect(importPart(imported, files)).rejects.toThrow(PartUnreachable)
  expect(imported).not.toHaveBeenCalled()
  isLost = false
  expect(await importPart(imported, files)).toBe('part')
})

test('two parts that are asked for together fetch what they share once', async () => {
  const asked = answering()
  await Promise.all([
    importPart(load, ['assets/one.js', 'assets/shared.js']),
    importPart(load, ['assets/shared.js']),
  ])
  expect(asked).toEqual(['/assets/one.js', '/assets/shared.js'])
})

test('a file that the server cannot send now is lost for now, as without a network', async () => {
  let status = 0
  vi.stubGlobal('fetch', async () => new Response('busy', { status }))
  const imported = vi.fn(load)
  for (status of [503, 429]) {
    await expect(importPart(imported, ['assets/busy.js'])).rejects.toThrow(PartUnreachable)
    expect(imported).not.toHaveBeenCalled()
  }
  status = 200
  expect(await importPart(imported, ['assets/busy.js'])).toBe('part')
})

test('a file that hangs is lost after twenty seconds', async () => {
  const limit = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort())
  vi.stubGlobal('fetch', async (_: string, init?: RequestInit) => {
    init?.signal?.throwIfAborted()
    return new Response('file')
  })
  await expect(importPart(load, ['assets/hanging.js'])).rejects.toThrow(PartUnreachable)
  expect(limit).toHaveBeenCalledWith(20_000)
})

test('an import that fails for a file that the page names is told from one of a file that can be had', async () => {
  let isLost = true
  named = '/assets/named.js'
  vi.stubGlobal('fetch', async () => {
    if (isLost) throw new TypeError('Failed to fetch')
    return new Response('file')
  })
  const failing = () => Promise.reject(new Error('not imported'))
  await expect(importPart(failing, ['assets/named.js'])).rejects.toThrow(PartUnreachable)
  isLost = false
  await expect(importPart(failing, ['assets/named.js'])).rejects.toThrow('not imported')
})

test('it is the import that reports a file that is gone', async () => {
  vi.stubGlobal('fetch', async () => new Response(null, { status: 404 }))
  await expect(importPart(() => Promise.reject(new Error('gone')), ['assets/gone.js'])).rejects.toThrow(
    'gone',
  )
})
