import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const read = (file: string): unknown =>
  JSON.parse(readFileSync(resolve(import.meta.dirname, '../..', file), 'utf8'))

test('package.json says of each package with an install script, for any system, whether npm may run it', () => {
  const { packages } = read('package-lock.json') as {
    packages: Record<string, { hasInstallScript?: boolean }>
  }
  const { allowScripts } = read('package.json') as { allowScripts: Record<string, boolean> }
  const withScript = Object.entries(packages).flatMap(([path, { hasInstallScript }]) =>
    hasInstallScript ? [path.replace(/^.*node_modules\//, '')] : [],
  )
  expect(Object.keys(allowScripts).toSorted()).toEqual([...new Set(withScript)].toSorted())
})
