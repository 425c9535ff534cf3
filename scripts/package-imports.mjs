// Loaded before everything else (`--import`). At each import Node asks for the package.json of the module that imports, and
// takes its whole `exports` apart: drizzle-orm's are 178 KB, and its part of the shop is 110 modules. Without this a start
// takes 0.5 s of the processor and 130 MB of memory more. An import of a file beside the module needs none of it, as it
// names the file.
import { registerHooks } from 'node:module'

const INSIDE_DRIZZLE = /\/node_modules\/drizzle-orm\/[^?]*\.js$/
const FILE_BESIDE = /^\.\.?\/.*\.js$/

registerHooks({
  resolve(specifier, context, resolveNext) {
    const { parentURL } = context
    if (parentURL === undefined || !INSIDE_DRIZZLE.test(parentURL) || !FILE_BESIDE.test(specifier)) {
      return resolveNext(specifier, context)
    }
    return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true }
  },
})
