// How Node runs the shop, for everything that starts one. Plain JavaScript without packages: none may be installed yet.
import { join } from 'node:path'
import { ROOT } from './stamp.mjs'

/**
 * V8's young generation may take 32 MB. By default it grows to 128 MB with the garbage of loading the modules, and stays: a
 * shop then uses 260 MB after its first list instead of 133.
 */
export const SHOP_FLAGS = ['--max-semi-space-size=16']

/** What `npm run build` makes of server/main.ts and of the owner's commands, server/cli/shop.ts. */
export const SHOP_PROGRAM = 'dist/node/main.js'
export const COMMAND_PROGRAM = 'dist/node/shop.js'

/** Speeds up the next start. */
export const SHOP_ENV = { NODE_COMPILE_CACHE: join(ROOT, 'node_modules', '.cache', 'jara', 'compiled') }
