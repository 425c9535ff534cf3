import { expect, test } from 'vitest'
import { warmCardPictures } from './warm.ts'

const STEM = '/pictures/0123456789abcdef-1200x1500-aabbcc'

test('warming requests the card widths that a picture has, one at a time, until it is stopped', async () => {
  const small = '/pictures/fedcba9876543210-300x400-aabbcc'
  const names = [STEM, '/pictures/elsewhere', small].map((stem) => stem.slice('/pictures/'.length))
  const store = { list: async () => names }
  const asked: string[] = []
  const stop = warmCardPictures((path) => void asked.push(path), store)
  await expect.poll(() => asked).toEqual([`${STEM}.240.avif`, `${STEM}.320.avif`, `${small}.240.avif`])
  await stop()
  const { promise: first, resolve: begin } = Promise.withResolvers<void>()
  const stopEarly = warmCardPictures((path) => {
    asked.push(path)
    begin()
  }, store)
  await first
  await stopEarly()
  expect(asked).toHaveLength(4)
})
