// How Node runs the shop, for everything that starts one. Plain JavaScript without packages: none may be installed yet.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT } from './stamp.mjs'

/** For every program that loads the server's modules. */
export const IMPORT_FLAGS = ['--import', pathToFileURL(join(import.meta.dirname, 'package-imports.mjs')).href]

/**
 * V8's young generation may take 32 MB, and the old generation may double, before each garbage collection. By default the
 * young generation grows to 128 MB. With one of two and four times the size, rendered pages and cached responses were no faster
 * beyond the noise, and memory under load was 40 to 100 MB higher. Were the old generation collected after growing by 55 %, a
 * listing would take 5 % more processor time, and memory with 100,000 products 20 MB less.
 *
 * Without the last flag, V8 allocates in the old generation what survived in the first seconds, such as parts of a request in
 * progress, which then waits there for a full collection: an uncached list took 5 to 10 % more processor time.
 */
export const SHOP_FLAGS = [
  ...IMPORT_FLAGS,
  '--max-semi-space-size=16',
  '--heap-growing-percent=100',
  '--no-allocation-site-pretenuring',
]

/**
 * The compile cache speeds up the next start. The others are for glibc's malloc: by default it keeps an arena, with its freed
 * memory, for every thread that compresses, hashes or draws. Two arenas suffice; blocks of 32 KB or more, such as cached
 * responses, are returned at once instead of leaving gaps: with a limit of 128 KB the heap kept 20 MB more after minutes of load.
 */
export const SHOP_ENV = {
  NODE_COMPILE_CACHE: join(ROOT, 'node_modules', '.cache', 'jara', 'compiled'),
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '32768',
  MALLOC_TRIM_THRESHOLD_: '131072',
}
