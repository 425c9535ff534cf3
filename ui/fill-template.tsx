import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { escapeHtml } from '#shared/escape-html.ts'
import { LightProvider } from './light.ts'
import type { Texts, View, ViewProps } from './view.ts'

/** More than the cards of a catalogue have. Each takes some 5 KB, so that those of an unusual one take 15 MB at most. */
const MOST_SHAPES = 3_000

/** Where a text goes, by its names and places in the texts of a view, and what is written after it. */
type Hole = { path: readonly string[]; following: string }
type Template = { start: string; holes: readonly Hole[] }
/** A tree: a text that names a shape would have to be put together, and hashed, for each element. */
type Shapes = { template?: Template; by: Map<unknown, Shapes> }

/** Writes what React would write for the view. In development and in tests React is asked each time, and it throws if not. */
export function templateOf<P extends ViewProps>(view: View<P>): (props: P) => string {
  let shapes: Shapes = { by: new Map() }
  let known = 0
  return (props) => {
    const found = shapeOf(shapes, props)
    if (found.template === undefined) {
      found.template = compile(view, props)
      known++
      if (known === MOST_SHAPES) {
        shapes = { by: new Map() }
        known = 0
      }
    }
    const html = fill(found.template, props.texts)
    if (import.meta.env.DEV && html !== written(view, props))
      throw new Error(`${nameOf(view)} is not what its template is: something else decides what it writes`)
    return html
  }
}

/** A view gets the same names in the same order each time. */
function shapeOf(shapes: Shapes, { texts, shape }: ViewProps): Shapes {
  let found = shapes
  for (const name in shape) found = next(found, shape[name])
  return shapeOfTexts(found, texts)
}

function shapeOfTexts(shapes: Shapes, texts: Texts): Shapes {
  if (typeof texts !== 'object') return next(shapes, typeof texts)
  if (Array.isArray(texts)) return texts.reduce<Shapes>(shapeOfTexts, next(shapes, texts.length))
  let found = next(shapes, 'names')
  for (const name in texts) found = shapeOfTexts(found, (texts as Record<string, Texts>)[name])
  return found
}

function next({ by }: Shapes, value: unknown): Shapes {
  let found = by.get(value)
  if (found === undefined) {
    found = { by: new Map() }
    by.set(value, found)
  }
  return found
}

/** In Latin-1, as all of a page is while it is rendered (shared/stand-ins.ts), and in no text of a view itself. */
const HOLE = /«([^»]+)»/
const BEGIN = '<main>'
const END = '</main>'

function compile<P extends ViewProps>(view: View<P>, props: P): Template {
  const paths: string[] = []
  const [start = '', ...pieces] = written(view, { ...props, texts: withHoles(props.texts, '', paths) }).split(
    HOLE,
  )
  const unwritten = paths.find((path) => !pieces.includes(path))
  if (unwritten !== undefined) throw new Error(`${nameOf(view)} does not write ${unwritten} as it is`)
  const holes = Array.from({ length: pieces.length / 2 }, (_, at) => ({
    path: (pieces[at * 2] ?? '').split('.'),
    following: pieces[at * 2 + 1] ?? '',
  }))
  return { start, holes }
}

/** By React. */
function written<P extends ViewProps>(view: View<P>, props: P): string {
  const document = renderToString(
    <LightProvider value={props.shape.isLight === true}>
      <main>{createElement(view, props)}</main>
    </LightProvider>,
  )
  // Before it, React writes what it wants to have in the head of a page.
  return document.slice(document.indexOf(BEGIN) + BEGIN.length, -END.length)
}

const nameOf = (view: { displayName?: string | undefined; name: string }) => view.displayName ?? view.name

/** The same texts with a hole for each, whose paths are added to `paths`. */
function withHoles<T extends Texts>(texts: T, path: string, paths: string[]): T {
  if (texts === undefined) return texts
  if (typeof texts === 'string') {
    paths.push(path)
    return `«${path}»` as T & string
  }
  const inner = (name: string, text: Texts) => withHoles(text, path === '' ? name : `${path}.${name}`, paths)
  if (Array.isArray(texts)) return texts.map((text, place) => inner(String(place), text)) as T & Texts[]
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, inner(name, text)])) as T
}

function fill({ start, holes }: Template, texts: ViewProps['texts']): string {
  let html = start
  for (const { path, following } of holes) {
    let found: Texts = texts
    for (const step of path) found = (found as Record<string, Texts>)[step]
    html += escapeHtml(found as string) + following
  }
  return html
}
