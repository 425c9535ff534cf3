import fc from 'fast-check'
import { createElement, Fragment } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { SAME_CASES } from '#test/support/property.ts'
import { templateOf } from './fill-template.tsx'
import { LightProvider, useIsLight } from './light.ts'

type Props = {
  texts: {
    title: string
    note: string | undefined
    rows: readonly { value: string; hint: string | undefined }[]
  }
  shape: { isLarge: boolean; look: string; isLight: boolean }
}

function View({ texts: { title, note, rows }, shape: { isLarge, look } }: Props) {
  return createElement(
    Fragment,
    null,
    createElement(isLarge ? 'h1' : 'h2', { className: look, title: `About ${title}` }, title),
    note === undefined ? null : createElement('p', null, `Note: ${note}.`),
    ...rows.map(({ value, hint }) =>
      createElement('input', { key: value, value, title: hint, readOnly: true }),
    ),
    useIsLight() ? createElement('hr') : null,
  )
}

const written = (props: Props) =>
  renderToString(createElement(LightProvider, { value: props.shape.isLight }, createElement(View, props)))

const anyProps: fc.Arbitrary<Props> = fc.record({
  texts: fc.record({
    title: fc.string(),
    note: fc.option(fc.string({ unit: 'grapheme' }), { nil: undefined }),
    rows: fc.array(
      fc.record({
        value: fc.constantFrom('<&>', '"quoted"', "it's", '', '«title»', '$1'),
        hint: fc.option(fc.string(), { nil: undefined }),
      }),
      { maxLength: 3 },
    ),
  }),
  shape: fc.record({
    isLarge: fc.boolean(),
    look: fc.constantFrom('plain', 'loud'),
    isLight: fc.boolean(),
  }),
})

afterEach(() => void vi.unstubAllEnvs())

test('a template writes what React writes, for any texts', () => {
  const fill = templateOf(View)
  fc.assert(
    fc.property(anyProps, (props) => {
      expect(fill(props)).toBe(written(props))
    }),
    SAME_CASES,
  )
})

test('React renders a view once for each shape', () => {
  vi.stubEnv('DEV', false)
  let renders = 0
  const fill = templateOf((props: Props) => {
    renders++
    return View(props)
  })
  const props = (title: string, isLarge: boolean, note?: string): Props => ({
    texts: { title, note, rows: [] },
    shape: { isLarge, look: 'plain', isLight: false },
  })
  const all = [
    props('a', true),
    props('b', true),
    props('c', false),
    props('d', true, 'e'),
    props('f', false),
  ]
  expect(all.map(fill)).toEqual(all.map(written))
  expect(renders).toBe(3)
})

test('a view that also decides by a text, or writes what is in no text, is refused', () => {
  const view = ({ texts: { title }, isLoud }: Pick<Props, 'texts'> & { shape: object; isLoud?: boolean }) =>
    createElement('b', { hidden: title === 'b', lang: isLoud ? 'en' : undefined }, title)
  const fill = templateOf(view as never) as (props: object) => string
  expect(fill({ texts: { title: 'a' }, shape: {} })).toBe('<b>a</b>')
  expect(() => fill({ texts: { title: 'b' }, shape: {} })).toThrow('view is not what its template is')
  expect(() => fill({ texts: { title: 'a' }, shape: {}, isLoud: true })).toThrow(
    'view is not what its template is',
  )
})

test('a view that does not write a text as it is, is refused', () => {
  const fill = templateOf(function Loud({ texts }: Pick<Props, 'texts'> & { shape: object }) {
    return createElement('b', null, texts.title.toUpperCase())
  } as never)
  expect(() => fill({ texts: { title: 'a' }, shape: {} } as never)).toThrow('Loud does not write title')
})
