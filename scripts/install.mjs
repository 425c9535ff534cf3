// Installs the packages. Plain JavaScript without packages, because none may be installed yet.
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runNpm } from './run-npm.mjs'
import { hashOf, ROOT, readStamp } from './stamp.mjs'

export const NODE = join(
  ROOT,
  'node_modules',
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
)
const INSTALLED = join(ROOT, 'node_modules', '.installed')

function refuse(sentence) {
  process.stderr.write(`${sentence}\n`)
  return 1
}

/** Installs exactly what a folder's lock file names. */
function npmCi(folder, more = []) {
  const { status } = runNpm(['ci', '--no-audit', '--no-fund', '--loglevel=error', ...more], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (status === 0) return 0
  return refuse(
    'The packages could not be installed. Check the connection and the free disk space, then try again.',
  )
}

/**
 * `everything` includes packages for tests and development. Returns an exit code. The stamp is written last, so a failed
 * install is repeated.
 */
export function install(everything) {
  const wanted = hashOf(['package-lock.json'])
  const [kind, have] = readStamp(INSTALLED).split(' ')
  if (have === wanted && (kind === 'all' || !everything)) return 0
  process.stdout.write('Installing packages (once; about a minute) …\n')
  const code = npmCi(ROOT, everything ? ['--include=dev'] : ['--omit=dev'])
  if (code !== 0) return code
  if (!existsSync(NODE))
    return refuse('The pinned Node.js was not installed: npm must be allowed to run install scripts.')
  writeFileSync(INSTALLED, `${everything ? 'all' : 'production'} ${wanted}\n`)
  return 0
}

/** Lighthouse is large and rarely used: it is installed separately from the shop, on first use. */
export function installLighthouse() {
  const folder = join(ROOT, 'bench', 'lighthouse')
  const stamp = join(folder, 'node_modules', '.installed')
  const wanted = hashOf(['bench/lighthouse/package-lock.json'])
  if (readStamp(stamp) === wanted) return 0
  process.stdout.write('Installing Lighthouse (once) …\n')
  const code = npmCi(folder)
  if (code === 0) writeFileSync(stamp, `${wanted}\n`)
  return code
}
