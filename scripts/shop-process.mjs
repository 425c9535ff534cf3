// How Node runs the shop: for whoever starts one. Plain JavaScript without packages, as none may be there yet.
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const ROOT = resolve(import.meta.dirname, '..')

/** For every program that reads the server's modules. */
export const IMPORT_FLAGS = ['--import', pathToFileURL(join(import.meta.dirname, 'package-imports.mjs')).href]

/**
 * What is young may take 32 MB before V8 looks for what is still needed, and what is old grow by 70 % before it looks again. By
 * itself it lets the young grow to 128 MB; the old took 40 MB more of a shop with 100,000 products. Under a mixed load the
 * looking took 3 % of the processor's time by itself, and takes 7 to 10 % so; pages rendered anew, kept answers and what is
 * held under load were measured with twice and four times as much: no faster beyond the noise, and 40 to 100 MB more.
 */
export const SHOP_FLAGS = [...IMPORT_FLAGS, '--max-semi-space-size=16', '--heap-growing-percent=70']

/**
 * Compiled modules are kept for the next start. The others are glibc's: left alone it keeps an arena for each thread that
 * compresses, hashes or draws, and what was freed in it. Two do, and a block of 128 KB or more goes back at once.
 */
export const SHOP_ENV = {
  NODE_COMPILE_CACHE: join(ROOT, 'node_modules', '.cache', 'jara', 'compiled'),
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
}
