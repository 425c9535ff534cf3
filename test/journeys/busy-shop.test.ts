import { Agent, get } from 'node:http'
import { expect, test } from 'vitest'
import { openJourney } from '#test/support/journey.ts'

const journey = openJourney()

test('a shop that is asked for many pages at once answers everything else between two of them', {
  tags: ['whole'],
}, async () => {
  const agent = new Agent({ keepAlive: true })
  const ask = (path: string) =>
    new Promise<number>((answered, fail) => {
      get(journey.url() + path, { agent }, (response) => {
        response.resume().once('end', () => answered(response.statusCode ?? 0))
      }).once('error', fail)
    })
  const pages = Array.from({ length: 40 }, (_, i) => `/products?minPrice=${i + 1}`)
  // The connections, since a process accepts one in each turn of its event loop.
  await Promise.all([...pages, 'one more'].map(() => ask('/healthz')))

  let answeredPages = 0
  const answers = pages.map(async (path) => {
    const status = await ask(path)
    answeredPages += 1
    return status
  })
  expect(await ask('/healthz')).toBe(200)
  expect(answeredPages).toBeLessThan(pages.length / 2)
  expect(new Set(await Promise.all(answers))).toEqual(new Set([200]))
  agent.destroy()
})
