import { expect, test } from 'vitest'
import { firstName } from '#shared/first-name.ts'
import { stubLocalStorage } from '#test/support/local-storage.ts'
import { useRecentlyViewed } from './recently-viewed.ts'
import { useSession } from './session.ts'

const entries = stubLocalStorage()

const ADA = { id: 'u1', fullName: 'Ada Obi', email: 'ada@home.example' }
const storedSession = () => JSON.parse(entries.get('session') ?? 'null')?.state

test.each([
  ['Ada Obi', 'Ada'],
  ['  Oluwaseun-Temitope  Adébáyọ̀ ', 'Oluwaseun-Temitope'],
  ['Ada', 'Ada'],
  ['', ''],
])('%j is greeted as %j', { tags: ['2.38', '2.39'] }, (fullName, name) => {
  expect(firstName(fullName)).toBe(name)
})

test('token and user are kept; a fresh user leaves the token; logging out forgets both', {
  tags: ['3.10', '4.4'],
}, () => {
  useSession.getState().signIn('secret', ADA)
  expect(storedSession()).toEqual({ token: 'secret', user: ADA })
  useSession.getState().setUser({ ...ADA, fullName: 'Ada Eze' })
  expect(storedSession()).toEqual({ token: 'secret', user: { ...ADA, fullName: 'Ada Eze' } })
  useSession.getState().signOut()
  expect(storedSession()).toEqual({ token: null, user: null })
})

test('logging out leaves no viewed products for the next person', () => {
  useSession.getState().signIn('secret', ADA)
  useRecentlyViewed.getState().view('p1')
  useSession.getState().signOut()
  expect(useRecentlyViewed.getState().ids).toEqual([])
  expect(JSON.parse(entries.get('recently-viewed') ?? 'null')?.state).toEqual({ ids: [], searches: [] })
})

test.each([
  ['a token without a user', { token: 'secret' }],
  ['a user without a name', { token: 'secret', user: { id: 'u1' } }],
  ['a list', []],
])('%s is not a session', async (_, state) => {
  entries.set('session', JSON.stringify({ state, version: 1 }))
  await useSession.persist.rehydrate()
  expect(useSession.getState()).toMatchObject({ token: null, user: null })
})
