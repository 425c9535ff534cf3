import { expect, test } from 'vitest'
import { packAnswers, unpackAnswers, withAnswers } from './carried-answers.ts'
import { createQueryClient } from './query-client.ts'

test('responses are carried over with their time, failures are not', async () => {
  const rendering = createQueryClient()
  const key = ['products', { search: '</script>', tag: undefined }]
  rendering.setQueryData(key, { products: [], total: 0 }, { updatedAt: 1_700_000_000_000 })
  await rendering.prefetchQuery({
    queryKey: ['tags'],
    queryFn: () => Promise.reject(new Error('no')),
    retry: false,
  })

  const browser = createQueryClient()
  const packed = packAnswers(rendering)
  unpackAnswers(browser, packed)
  expect(packed).not.toContain('<')
  expect(browser.getQueryState(key)).toMatchObject({
    data: { products: [], total: 0 },
    dataUpdatedAt: 1_700_000_000_000,
  })
  expect(browser.getQueryCache().getAll()).toHaveLength(1)
})

test('a document has them in their element, and is otherwise unchanged', () => {
  const queries = createQueryClient()
  queries.setQueryData(['tags'], ['NewIn'], { updatedAt: 1 })
  const html = '<p id="answers">answers</p><script type="application/json" id="answers"></script><p>$&</p>'
  expect(withAnswers(html, queries).join('')).toBe(
    '<p id="answers">answers</p><script type="application/json" id="answers">[[["tags"],["NewIn"],1]]</script><p>$&</p>',
  )
  expect(withAnswers('<p>another document</p>', queries)).toEqual(['<p>another document</p>'])
})

test('JSON that is at hand is carried as it is', () => {
  const queries = createQueryClient()
  const tags = ['NewIn']
  queries.setQueryData(['tags'], tags, { updatedAt: 1 })
  queries.setQueryData(['other'], { b: 2 }, { updatedAt: 2 })
  const jsonOf = (value: unknown) => (value === tags ? '["<New>"]' : undefined)
  expect(packAnswers(queries, jsonOf)).toBe('[[["tags"],["\\u003cNew>"],1],[["other"],{"b":2},2]]')
})
