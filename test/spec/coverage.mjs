// Which tests prove which sentence of the specification. A test names the sentences that it proves as its tags.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The demands of the specification by id: its section, a dot, and a number. */
const SENTENCES = JSON.parse(readFileSync(join(import.meta.dirname, 'sentences.json'), 'utf8'))

/** For `test.tags` of a Vitest configuration: any other tag is an error. */
export const SPEC_TAGS = Object.entries(SENTENCES).map(([name, description]) => ({ name, description }))

/**
 * `proofs`: the names of the tests that passed, by the id of a sentence and then by file. Returns the sentences that none of
 * them proves.
 */
export function listUnproven(proofs) {
  return Object.keys(SENTENCES).filter((id) => !proofs.has(id))
}

export function writeCoverage(path, proofs) {
  const rows = Object.entries(SENTENCES).map(([id, sentence]) => {
    const files = [...(proofs.get(id) ?? [])].toSorted(([one], [other]) => one.localeCompare(other))
    return `| ${id} | ${sentence} | ${files.map(describeFile).join('<br>')} |`
  })
  writeFileSync(path, [HEAD, ...rows, ''].join('\n'))
}

function describeFile([file, names]) {
  return names.length === 1 ? `\`${file}\` › ${names[0]}` : `\`${file}\` (${names.length} tests)`
}

const HEAD = `# What the specification asks for, and what proves it

Written by \`npm test\` from \`test/spec/sentences.json\` and the tags of the tests that passed; it fails if a sentence has no proof. Literal texts are in
“quotation marks”. Where the specification allows two readings, the sentence says which one holds here.

| id | sentence | proved by |
|---|---|---|`
