import { readFileSync } from 'node:fs'
import { parseAst } from 'vite'

type Node = { type: string; [key: string]: unknown }
const TESTS = ['test', 'it', 'describe']

/** The titles of a file's tests and groups as written in the source, including placeholders. */
export function listWrittenTitles(path: string): string[] {
  const titles: string[] = []
  visit(parseAst(readFileSync(path, 'utf8'), { lang: 'ts' }), (node) => {
    if (node.type !== 'CallExpression' || !TESTS.includes(calledName(node))) return
    const [title, body] = node.arguments as (Node | undefined)[]
    const text = title && body ? writtenText(title) : undefined
    if (text !== undefined) titles.push(text)
  })
  return titles
}

function visit(value: unknown, look: (node: Node) => void): void {
  if (Array.isArray(value)) for (const each of value) visit(each, look)
  else if (isNode(value)) {
    look(value)
    for (const each of Object.values(value)) visit(each, look)
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value
}

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
