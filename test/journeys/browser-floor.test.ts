import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listNewer, listNewerCalls } from '#test/support/browser-floor.ts'
import { openJourney } from '#test/support/journey.ts'
import {
  fillShipping,
  heading,
  payWithTestCard,
  person,
  pick,
  proceedToPayment,
  visit,
} from '#test/support/shopper.ts'

const journey = openJourney()
const newer = listNewer()

/** Names of newer methods that other objects have too, with whose they are; and what is asked for in another way. */
const ALLOWED: Record<string, string> = {
  '….share': 'shown only where the browser has it (share-menu.tsx)',
  '….startViewTransition': "React's, for <ViewTransition>, and the router's own",
  '….toArray': "React's Children",
  '….use': "React's use",
  '….watch': 'the scroll memory',
  '….when': "zod's",
}

test('nothing that the shop sends calls what a browser at the floor lacks, unless it asks for it first', async () => {
  const { text } = await journey.ask('GET', '/')
  const inline = [...text.matchAll(/<script>(.+?)<\/script>/gs)].map(([, script = '']) => script)
  expect(inline.length).toBeGreaterThan(0)
  const files = globSync('dist/client/**/*.js')
  expect(files.length).toBeGreaterThan(0)
  const found = [...inline, ...files.map((file) => readFileSync(file, 'utf8'))].flatMap((script) =>
    listNewerCalls(script, newer),
  )
  expect(found.filter((call) => !(call in ALLOWED))).toEqual([])
  expect(Object.keys(ALLOWED).filter((call) => !found.includes(call))).toEqual([])
})

test('the check finds calls of functions, methods and globals, and knows what is asked for first', () => {
  const found = (script: string) => listNewerCalls(script, newer)
  expect(found('let a = URL.canParse(b)')).toEqual(['URL.canParse'])
  expect(found('globalThis.Iterator.from(b)')).toEqual(['Iterator.from'])
  expect(found('b.toSorted()')).toEqual(['….toSorted'])
  expect(found('Promise.withResolvers(); Array.fromAsync(b); Object.groupBy(b, c)')).toEqual([
    'Array.fromAsync',
    'Object.groupBy',
    'Promise.withResolvers',
  ])
  expect(found('if (URL.canParse) URL.canParse(b); b.toSorted?.(); b.map(c)')).toEqual([])
})

test('at the floor, without a single newer function, a guest buys', {
  tags: ['whole'],
}, async () => {
  const { page } = await journey.visitor({ viewport: { width: 360, height: 740 } })
  await page.addInitScript(
    ({ globals, statics, members }) => {
      const world = globalThis as unknown as Record<string, Record<string, unknown> | undefined>
      const remove = (object: Record<string, unknown> | undefined, name = '') => delete object?.[name]
      for (const name of globals) remove(world, name)
      for (const [owner = '', name] of statics) remove(world[owner], name)
      for (const [owner = '', name] of members) remove(world[owner]?.prototype as undefined, name)
    },
    {
      globals: [...newer.globals],
      statics: [...newer.statics].map((name) => name.split('.')),
      members: [...newer.members].map((name) => name.split('.')),
    },
  )
  await pick(page, journey, { name: 'Danfo Tee', color: 'black', size: 'S' })
  expect(
    await page.evaluate(() => [typeof URL.canParse, typeof [].toSorted, typeof Promise.withResolvers]),
  ).toEqual(Array(3).fill('undefined'))
  await visit(page, '/login?next=/orders')
  await visit(page, '/products?sortBy=name-a-z')
  await visit(page, '/checkout')
  await fillShipping(page, person('floor@guest.example'))
  await proceedToPayment(page)
  await payWithTestCard(page)
})

test('below the floor the page stays as the server sent it, and its links work', async () => {
  const { page } = await journey.visitor({ viewport: { width: 360, height: 740 } })
  const scripts: string[] = []
  page.on('request', (request) => void (request.resourceType() === 'script' && scripts.push(request.url())))
  await page.addInitScript(() => {
    CSS.supports = () => false
  })
  await page.goto('/')
  await page.getByText('it is too old for our buttons').waitFor()
  await page
    .getByRole('link', { name: /Danfo Tee/ })
    .first()
    .click()
  await heading(page, 'Danfo Tee').first().waitFor()
  await page.getByText('it is too old for our buttons').waitFor()
  expect(await page.getByText('₦18,500').count()).toBeGreaterThan(0)
  expect(scripts).toEqual([])
})
