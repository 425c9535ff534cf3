import { expect, test } from 'vitest'
import { BLANK_DRAFT, parseDraft, startingDraft } from './draft.ts'

const typed = { ...BLANK_DRAFT, fullName: 'Ada Obi', email: 'ada@home.example', phone: '0803 000 0000' }

test('a stored draft is read back', () => {
  expect(parseDraft(JSON.stringify({ owner: null, fields: typed }))).toEqual({ owner: null, fields: typed })
})

test.each([
  ['nothing', null],
  ['no JSON', '{"owner"'],
  ['a list', '[]'],
  ['no owner', '{"fields":{}}'],
  ['no fields', '{"owner":null,"fields":"x"}'],
])('%s is not a draft', (_what, text) => {
  expect(parseDraft(text)).toBeUndefined()
})

test('a field of the wrong type or of excessive length is blank', () => {
  const fields = { fullName: 7, phone: 'x'.repeat(501), address: '1 Allen Avenue', more: 'ignored' }
  expect(parseDraft(JSON.stringify({ owner: null, fields }))).toEqual({
    owner: null,
    fields: { ...BLANK_DRAFT, address: '1 Allen Avenue' },
  })
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
