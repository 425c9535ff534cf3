import { readFileSync } from 'node:fs'
import { parseAst } from 'vite'

type Node = { type: string; start: number; end: number; [key: string]: unknown }

/** A test as written: its title including placeholders, its source, and that of all declarations of its file that it uses. */
export type WrittenTest = { title: string; source: string }

/** The tests of a file. A group is none: it proves nothing by itself. */
export function listWrittenTests(path: string): WrittenTest[] {
  const text = readFileSync(path, 'utf8')
  const tests: WrittenTest[] = []
  const sourceOf = ({ start, end }: Node) => text.slice(start, end)
  visit(parseAst(text, { lang: 'ts' }), [], (node, around) => {
    if (!isCallOf(node, ['test', 'it'])) return
    const [title, body] = node.arguments as (Node | undefined)[]
    const written = title && body ? writtenText(title) : undefined
    if (written === undefined) return
    const parts = [node, ...around.flatMap(tableOf)]
    const used = addUsed(parts, declarationsAmong(around))
    tests.push({ title: written, source: used.map(sourceOf).join('\n') })
  })
  return tests
}

/** Calls `look` with every node and the nodes around it. */
function visit(value: unknown, around: readonly Node[], look: (node: Node, around: readonly Node[]) => void) {
  if (Array.isArray(value)) for (const each of value) visit(each, around, look)
  else if (isNode(value)) {
    look(value, around)
    for (const each of Object.values(value)) visit(each, [...around, value], look)
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value
}

const isCallOf = (node: Node, names: readonly string[]) =>
  node.type === 'CallExpression' && names.includes(calledName(node))

/** `test` for test(…), test.each(…)(…) and test.concurrent(…). */
function calledName(node: Node): string {
  const inner = node.callee ?? node.object
  return isNode(inner) ? calledName(inner) : String(node.name ?? '')
}

function writtenText(node: Node): string | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined
  if (node.type !== 'BinaryExpression') return undefined
  const [left, right] = [node.left, node.right].map((side) => (isNode(side) ? writtenText(side) : undefined))
  return left === undefined || right === undefined ? undefined : left + right
}

/** What a group or a loop around a test takes its cases from. */
function tableOf(node: Node): Node[] {
  if (isCallOf(node, ['describe'])) return [node.callee as Node]
  return node.type === 'ForOfStatement' ? [node.right as Node] : []
}

/** Declarations in the file itself or in a block around a test, by name. */
function declarationsAmong(around: readonly Node[]): Map<string, Node> {
  const found = new Map<string, Node>()
  const statements = around.flatMap(({ body }) => (Array.isArray(body) ? (body as Node[]) : []))
  for (const statement of statements) {
    const declaration = isNode(statement.declaration) ? statement.declaration : statement
    const { id, declarations = [] } = declaration as { id?: unknown; declarations?: Node[] }
    if (isNode(id)) found.set(String(id.name), declaration)
    for (const declarator of declarations) {
      for (const name of namesIn(declarator.id as Node)) found.set(name, declarator)
    }
  }
  return found
}

function namesIn(node: Node): Set<string> {
  const names = new Set<string>()
  visit(node, [], ({ type, name }) => {
    if (type === 'Identifier') names.add(String(name))
  })
  return names
}

/** These nodes with all declarations that they use, also those that only a declaration uses. */
function addUsed(nodes: readonly Node[], declarations: ReadonlyMap<string, Node>): Node[] {
  const used = new Set(nodes)
  for (const node of used) {
    for (const name of namesIn(node)) {
      const declaration = declarations.get(name)
      if (declaration) used.add(declaration)
    }
  }
  return [...used]
}
