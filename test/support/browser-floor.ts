import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Node, parse } from 'acorn'
import { ancestor, full } from 'acorn-walk'

/** The oldest browsers in which everything works: Baseline "widely available", which the stylesheet needs too. */
const FLOOR: Record<string, number> = {
  chrome: 111,
  chrome_android: 111,
  webview_android: 111,
  firefox: 114,
  firefox_android: 114,
  safari: 16.4,
  safari_ios: 16.4,
}

/** Other interfaces have methods of common names, such as `subscribe`, which libraries have for objects of their own. */
const DOCUMENT =
  /^(HTML\w*Element|SVG\w*Element|Element|Node|Document|Window|Navigator|EventTarget|AbortSignal|Range|Selection|Response|Request|Headers|Blob|File|FormData|URL|URLSearchParams|Storage|Location|History)$/

type Support = {
  version_added: string | boolean | null
  flags?: unknown
  prefix?: string
  alternative_name?: string
}
type Feature = { __compat?: { support: Record<string, Support | Support[]> } }
/** An object with its members. What is said of itself stands among them, as its own feature. */
type Owner = { [member: string]: Feature | undefined }

const DATA = createRequire(import.meta.url).resolve('@mdn/browser-compat-data')

/** What some browser at the floor lacks. */
export type Newer = {
  /** Identifiers, such as `Iterator`. */
  globals: ReadonlySet<string>
  /** Functions of an object with a name, such as `URL.canParse`. */
  statics: ReadonlySet<string>
  /** Members of an object's instances, such as `Element.setHTML`; for the language's own objects the data does not tell them apart. */
  members: ReadonlySet<string>
  /** Methods of the language's and the document's objects that no older object has too, such as `toSorted`. */
  methods: ReadonlySet<string>
}

/** By MDN's browser compatibility data. */
export function listNewer(): Newer {
  const { api, javascript } = JSON.parse(readFileSync(DATA, 'utf8')) as {
    api: Record<string, Owner>
    javascript: { builtins: Record<string, Owner> }
  }
  const globals = new Set<string>()
  const statics = new Set<string>()
  const members = new Set<string>()
  const newerMethods = new Set<string>()
  const olderMethods = new Set<string>()
  for (const [owner, feature] of [...Object.entries(api), ...Object.entries(javascript.builtins)]) {
    if (isNewer(feature as Feature)) globals.add(owner)
    for (const [key, member] of Object.entries(feature)) {
      if (member === undefined || !/^[a-z_]\w*$/i.test(key) || key === '__compat') continue
      const name = key.replace(/_static$/, '')
      if (owner === '_globals') {
        if (isNewer(member)) globals.add(name)
        continue
      }
      if (!isNewer(member)) olderMethods.add(name)
      else {
        const isOfLanguage = Object.hasOwn(javascript.builtins, owner)
        if (isOfLanguage || name !== key) statics.add(`${owner}.${name}`)
        if (isOfLanguage || name === key) members.add(`${owner}.${name}`)
        if (isOfLanguage || DOCUMENT.test(owner)) newerMethods.add(name)
      }
    }
  }
  return { globals, statics, members, methods: newerMethods.difference(olderMethods) }
}

function isNewer({ __compat }: Feature): boolean {
  if (__compat === undefined) return false
  return Object.entries(FLOOR).some(([browser, version]) => {
    const statements = [__compat.support[browser] ?? []].flat()
    return statements.length > 0 && !statements.some((statement) => isIn(statement, version))
  })
}

function isIn({ version_added, flags, prefix, alternative_name }: Support, version: number): boolean {
  if (flags !== undefined || prefix !== undefined || alternative_name !== undefined) return false
  return version_added === true || Number.parseFloat(String(version_added).replace('≤', '')) <= version
}

/** Every call of something newer in a script that is not asked for first (`x.y?.()`, `typeof x`, `'y' in x`, `x.y && …`). */
export function listNewerCalls(script: string, newer: Newer): string[] {
  const tree = parse(script, { ecmaVersion: 'latest', sourceType: 'module' })
  const own = new Set<string>()
  full(tree, (node) => {
    for (const name of declaredBy(node)) own.add(name)
  })
  const calls = new Set<string>()
  const look = (node: Node, ancestors: Node[]) => {
    const { callee, optional } = node as Node & { callee: Node; optional?: boolean }
    const name = optional ? undefined : nameOfNewer(callee, own, newer)
    if (name !== undefined && !isAskedFor(name.split('.').at(-1) ?? '', ancestors, script)) calls.add(name)
  }
  ancestor(tree, {
    CallExpression: (node, _state, ancestors) => look(node, ancestors),
    NewExpression: (node, _state, ancestors) => look(node, ancestors),
  })
  return [...calls].sort()
}

type Pattern = Node & {
  name?: string
  elements?: (Pattern | null)[]
  params?: Pattern[]
  id?: Pattern
  local?: Pattern
}

function declaredBy(node: Node): string[] {
  const { type, params = [], id, local } = node as Pattern
  const patterns = /Function|Class|VariableDeclarator|Import\w*Specifier/.test(type)
    ? [...params, id, local]
    : []
  return patterns.flatMap((pattern) => (pattern?.type === 'Identifier' && pattern.name ? [pattern.name] : []))
}

function nameOfNewer(callee: Node, own: ReadonlySet<string>, { globals, statics, methods }: Newer) {
  const [owner = '', name = owner] = pathOf(callee).slice(-2)
  if (name === owner) return globals.has(name) && !own.has(name) ? name : undefined
  if (GLOBAL_OBJECTS.has(owner)) return globals.has(name) ? name : undefined
  const called = `${owner}.${name}`
  if (!own.has(owner) && (globals.has(owner) || statics.has(called))) return called
  return methods.has(name) ? `….${name}` : undefined
}

const GLOBAL_OBJECTS = new Set(['window', 'self', 'globalThis'])

/** ['a', 'b', 'c'] of `a.b.c`; what is not a name is '…'. */
function pathOf(node: Node): string[] {
  const { type, name, object, property, computed } = node as Node & {
    name?: string
    object: Node
    property: Node
    computed: boolean
  }
  if (type === 'Identifier') return [name ?? '…']
  return type === 'MemberExpression' ? [...pathOf(object), ...(computed ? ['…'] : pathOf(property))] : ['…']
}

/** Whether a condition around the call, or an earlier statement of the same function, mentions the name without calling it. */
function isAskedFor(name: string, ancestors: readonly Node[], script: string): boolean {
  const mention = new RegExp(`\\b${name}\\b(?!\\()`)
  return ancestors.some((node) => {
    const { test, type, left } = node as Node & { test?: Node; left?: Node }
    const condition = test ?? (type === 'LogicalExpression' ? left : undefined)
    return condition != null && mention.test(script.slice(condition.start, condition.end))
  })
}
