import { expect, test } from 'vitest'
import { shareLinks } from './share-menu.tsx'

test('text and address reach WhatsApp, Facebook and Twitter complete, whatever they contain', () => {
  const text = 'I found this amazing perfume: Ruby & Sons #1 for ₦12,500 at Jara!'
  const url = 'https://shop.example/products/a?b=c&d=e'
  const [whatsapp, facebook, twitter] = shareLinks(text, url).map(({ label, href }) => ({
    label,
    host: new URL(href).host,
    said: Object.fromEntries(new URL(href).searchParams),
  }))
  expect(whatsapp).toEqual({ label: 'WhatsApp', host: 'wa.me', said: { text: `${text} ${url}` } })
  expect(facebook).toEqual({ label: 'Facebook', host: 'www.facebook.com', said: { u: url } })
  expect(twitter).toEqual({ label: 'Twitter', host: 'twitter.com', said: { text, url } })
})
