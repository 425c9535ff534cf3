// Which tests prove which sentence of the specification. A test names the sentences that it proves as its tags.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The demands of the specification by id: its section, a dot, and a number. */
const SENTENCES = JSON.parse(readFileSync(join(import.meta.dirname, 'sentences.json'), 'utf8'))

/** For `test.tags` of a Vitest configuration: any other tag is an error. */
export const SPEC_TAGS = Object.entries(SENTENCES).map(([name, description]) => ({ name, description }))

/** `proofs`: the files of the tests that passed, by the id of a sentence. Returns the sentences that no test proves. */
export function listUnproven(proofs) {
  return Object.keys(SENTENCES).filter((id) => !proofs.has(id))
}

export function writeCoverage(path, proofs) {
  const rows = Object.entries(SENTENCES).map(([id, sentence]) => {
    const files = [...(proofs.get(id) ?? [])].toSorted().map((file) => `\`${file}\``)
    return `| ${id} | ${sentence} | ${files.join('<br>')} |`
  })
  writeFileSync(path, [HEAD, ...rows, ''].join('\n'))
}

const HEAD = `# What the specification asks for, and what proves it

Written by \`npm test\` from \`test/spec/sentences.json\` and the tags of the tests that passed; it fails if a sentence has no proof. The test's
\`tags\` name the ids. Literal texts are in “quotation marks”. Where the specification allows two readings, the sentence says which one holds here.

| id | sentence | a test in |
|---|---|---|`
