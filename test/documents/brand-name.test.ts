import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { shop } from '#shop.config'

const ROOT = resolve(import.meta.dirname, '../..')
const SHOWN = /(?<!\.test|\.fixture)\.(tsx?|css|json)$/

test('the brand’s name is written in shop.config.ts alone: an owner changes it once', () => {
  const files = ['shared', 'server', 'web'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => `${folder}/${file}`)
      .filter((file) => SHOWN.test(file)),
  )
  const name = new RegExp(`\\b${shop.brand}\\b`)
  expect(files.filter((file) => name.test(readFileSync(join(ROOT, file), 'utf8')))).toEqual([])
})
