import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal } from '#server/refusal.ts'
import { giveTo, type User } from './place.ts'

const PASSWORD_BYTES = 24
/** The database's superuser. */
export const ROLE = 'jara'

const passwordFile = (dataFolder: string) => join(dataFolder, 'jara-password')

/** The generated password of the superuser. */
export const readPassword = (dataFolder: string) => readFileSync(passwordFile(dataFolder), 'utf8')

/** The major version of the PostgreSQL that made this data. */
export const majorOfData = (dataFolder: string) =>
  Number(readFileSync(join(dataFolder, 'PG_VERSION'), 'utf8'))

/**
 * Creates PostgreSQL's data in a folder next to `dataFolder`, on disk, and renames it: a kill leaves nothing that looks
 * complete.
 */
export function createData(dataFolder: string, programs: string, user: User): void {
  const work = mkdtempSync(`${dataFolder}.new-`)
  try {
    giveTo(work, user)
    const password = join(work, 'password')
    writeFileSync(password, randomBytes(PASSWORD_BYTES).toString('base64url'), { mode: 0o600 })
    giveTo(password, user)
    const data = join(work, 'data')
    const options = ['--encoding=UTF8', '--locale=C', '--data-checksums', '--auth=scram-sha-256']
    const made = spawnSync(
      join(programs, 'initdb'),
      ['--pgdata', data, '--username', ROLE, `--pwfile=${password}`, ...options],
      { ...user, cwd: work, encoding: 'utf8' },
    )
    if (made.status !== 0)
      throw refusedBy('create its data', made.stderr || String(made.error ?? made.signal))
    renameSync(password, passwordFile(data))
    renameSync(data, dataFolder)
  } catch (error) {
    // Another start may have been quicker.
    if (!existsSync(dataFolder)) throw error
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** The server's message to clients that connect too early is not a reason for a failure. */
const REASONS = /(?:FATAL|PANIC|error): +(?!the database system is )(.*)/g

/** With the last reason that PostgreSQL gives. */
export function refusedBy(what: string, said: string): Refusal {
  const reason = [...said.matchAll(REASONS)].at(-1)?.[1] ?? said.trim().split('\n').at(-1)
  return new Refusal(
    `PostgreSQL could not ${what}: ${reason}. If it cannot run here, set DATABASE_URL to a PostgreSQL server.`,
  )
}
