import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** The checkout: one folder up from the sources, two from the bundle in dist/node. */
export const ROOT =
  ['..', '../..']
    .map((up) => resolve(import.meta.dirname, up))
    .find((folder) => existsSync(join(folder, 'package.json'))) ?? process.cwd()
