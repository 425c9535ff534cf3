import { beforeEach, expect, test } from 'vitest'
import { stubLocalStorage } from '#test/support/local-storage.ts'
import { BLANK_DRAFT, hasNoAddress, readDraft, startingDraft, useCheckoutDraft } from './checkout-draft.ts'

const entries = stubLocalStorage()

const typed = { ...BLANK_DRAFT, fullName: 'Ada Obi', email: 'ada@home.example', phone: '0803 000 0000' }
const store = (state: unknown) => entries.set('checkout-draft', JSON.stringify({ state, version: 1 }))

beforeEach(() => entries.clear())

test('a form takes what was typed last, in whichever tab', () => {
  useCheckoutDraft.getState().save(BLANK_DRAFT, null)
  store({ owner: null, fields: typed })
  expect(readDraft(null)).toEqual(typed)
})

test('once forgotten, nothing personal is left in the browser', () => {
  useCheckoutDraft.getState().save(typed, { id: 'u1', fullName: 'Ada Obi' })
  expect(entries.get('checkout-draft')).toContain('Ada Obi')
  useCheckoutDraft.getState().forget()
  expect(JSON.parse(entries.get('checkout-draft') ?? '').state).toEqual({ owner: null, fields: BLANK_DRAFT })
})

test.each([
  ['nothing', undefined],
  ['a list', []],
  ['no owner', { fields: typed }],
  ['no fields', { owner: null, fields: 'x' }],
])('%s is not a draft', (_what, state) => {
  store(state)
  expect(readDraft(null)).toEqual(BLANK_DRAFT)
})

test('a field of the wrong type or of excessive length is blank', () => {
  const fields = { fullName: 7, phone: 'x'.repeat(501), address: '1 Allen Avenue', more: 'ignored' }
  store({ owner: null, fields })
  expect(readDraft(null)).toEqual({ ...BLANK_DRAFT, address: '1 Allen Avenue' })
})

test('a guest continues with what a guest typed', () => {
  expect(startingDraft({ owner: null, fields: typed }, null)).toEqual(typed)
})

test('signing in keeps what the guest typed and fills in the email of the account', () => {
  expect(
    startingDraft(
      { owner: null, fields: typed },
      { id: 'u1', fullName: 'Ada Eze', email: 'ada@jara.example' },
    ),
  ).toEqual({
    ...typed,
    email: 'ada@jara.example',
  })
})

test('a member who typed another email gets it back', () => {
  expect(
    startingDraft(
      { owner: 'u1', fields: typed },
      { id: 'u1', fullName: 'Ada Eze', email: 'ada@jara.example' },
    ),
  ).toEqual(typed)
})

test('after signing out, nothing of the member is left in the form', () => {
  expect(startingDraft({ owner: 'u1', fields: typed }, null)).toEqual(BLANK_DRAFT)
})

test('another member starts with only their own name and email', () => {
  expect(
    startingDraft(
      { owner: 'u1', fields: typed },
      { id: 'u2', fullName: 'Bayo Ade', email: 'bayo@jara.example' },
    ),
  ).toEqual({
    ...BLANK_DRAFT,
    fullName: 'Bayo Ade',
    email: 'bayo@jara.example',
  })
})

test.each([
  ['nothing', {}, true],
  ['the name of the account', { fullName: 'Ada Eze ' }, true],
  ['where the receipt goes', { fullName: 'Ada Eze', email: 'ada@home.example' }, true],
  ['the name of somebody who gets it', { fullName: 'Bisi Obi' }, false],
  ['a phone number', { fullName: 'Ada Eze', phone: '0803' }, false],
  ['a state', { state: 'Lagos' }, false],
])(
  'of an address, %s is typed: a saved one may be filled in only if it replaces nothing',
  (_what, fields, expected) => {
    const member = { id: 'u1', fullName: 'Ada Eze', email: 'ada@jara.example' }
    expect(hasNoAddress({ ...BLANK_DRAFT, ...fields }, member)).toBe(expected)
  },
)
