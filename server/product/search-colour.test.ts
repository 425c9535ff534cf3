import { describe, expect, test } from 'vitest'
import { addProducts } from '#test/support/product.ts'
import { openShopScene } from '#test/support/shop-scene.ts'

const shop = openShopScene(async () => {
  await addProducts(shop.db, [
    { id: 'under', name: 'Layer Tee', description: 'Black cuffs, worn under a hoodie', colors: ['red'] },
    { id: 'letter', name: 'Arch Hoodie', description: 'Blackletter print, bold', colors: ['Navy'] },
    { id: 'mentioned', name: 'Crew Hoodie', description: 'With a black drawcord', colors: ['wine'] },
    { id: 'made', name: 'Zip Hoodie', colors: ['grey', 'Black'] },
    { id: 'named', name: 'Black Hoodie', colors: ['black'] },
    { id: 'sold-out', name: 'Mesh Short', category: 'Shorts', stock: { 'black/M': 0 } },
    { id: 'hat', name: 'Bucket Hat', category: 'Caps', colors: ['denim', 'off-white'] },
    { id: 'trucker', name: 'Trucker', category: 'Denim', colors: ['royal blue'] },
    { id: 'ringer', name: 'Ringer Tee', colors: ['sky blue', 'cream'] },
    { id: 'back', name: 'Snap Back Cap', category: 'Caps', colors: [] },
  ])
})

async function found(search: string, more = ''): Promise<string[]> {
  const { status, body } = await shop.call('GET', `/api/product?search=${encodeURIComponent(search)}${more}`)
  expect(status, search).toBe(200)
  return body.products.map((product: { id: string }) => product.id)
}

describe('what is found', () => {
  test.each([
    ['a colour begun', 'off', ['hat']],
    ['a mistyped colour', 'blakc short', ['sold-out']],
    ['a colour in the plural', 'greys', ['made']],
    ['one word of a colour of two', 'royal', ['trucker']],
    ['a colour of two words as one', 'royalblue', ['trucker']],
    ['a hyphen left out', 'offwhite hat', ['hat']],
    ['another spelling', 'gray', ['made']],
    ['another name for it', 'burgundy hoodie', ['mentioned']],
    ['a shade by its broader colour', 'blue hoodie', ['letter']],
    ['a shade with its broader colour', 'navy blue hoodie', ['letter']],
    ['nothing in a colour that the shop does not have, rather than a similar word', 'gold hoodie', []],
    ['nothing of a kind that is not made in a colour, rather than a similar word', 'black cap', []],
  ])('%s: %s', async (_, search, ids) => {
    expect(await found(search)).toEqual(ids)
  })

  test('filters narrow it, and its facets are counted', async () => {
    expect(await found('black', '&category=Shorts')).toEqual(['sold-out'])
    const { body } = await shop.call('GET', '/api/product?search=royal')
    expect(body.facets.categories).toEqual([{ value: 'Denim', count: 1 }])
  })
})

describe('the order', () => {
  test('the name before a colour, before a mention in the description, before a longer word', async () => {
    expect(await found('black hoodie')).toEqual(['named', 'made', 'mentioned', 'under', 'letter'])
  })

  test('the category before a colour of the same name', async () => {
    expect(await found('denim')).toEqual(['trucker', 'hat'])
  })

  test('the colour itself before other names for it and its shades', async () => {
    expect(await found('off-white')).toEqual(['hat', 'ringer'])
    expect(await found('blue')).toEqual(['trucker', 'ringer', 'letter'])
  })
})
