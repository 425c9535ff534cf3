import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { Refusal } from '#server/refusal.ts'
import type { Binaries } from './binaries.ts'

/** The user that PostgreSQL runs as; undefined for the one that this process runs as. */
export type User = { uid: number; gid: number } | undefined

/** Where root's PostgreSQL lives if its user cannot enter the shop's own folders. */
const SHARED_HOME = '/var/lib/jara'
const EVERYBODY_MAY_ENTER = 0o001
const HASH_LENGTH = 12

/**
 * PostgreSQL refuses to run as root. Root starts it as the owner of its data, or, for new data, as the system's unprivileged
 * user.
 */
export function findUser(dataFolder: string | undefined): User {
  if (process.getuid?.() !== 0) return undefined
  const owner = dataFolder === undefined ? undefined : statSync(dataFolder)
  if (owner !== undefined && owner.uid > 0) return { uid: owner.uid, gid: owner.gid }
  const users = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8').split('\n') : []
  const unprivileged = users
    .map((line) => line.split(':'))
    .map(([name, , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ uid }) => uid > 0)
  const found = unprivileged.find(({ name }) => name === 'nobody') ?? unprivileged.at(0)
  if (found === undefined)
    throw new Refusal(
      'PostgreSQL does not run as root, and /etc/passwd names no other user that the shop could start it as. Add a user, or set DATABASE_URL to a PostgreSQL server.',
    )
  return { uid: found.uid, gid: found.gid }
}

/** Whether any user can reach what lies in this folder. */
function isOpenToAll(folder: string): boolean {
  for (let each = realpathSync(folder); ; each = dirname(each)) {
    if ((statSync(each).mode & EVERYBODY_MAY_ENTER) === 0) return false
    if (each === dirname(each)) return true
  }
}

/** Where new data of a data folder goes: into it, or elsewhere if `user` cannot enter it. */
export function placeForData(dataDir: string, user: User): string {
  if (user === undefined || isOpenToAll(dataDir)) return join(dataDir, 'postgres')
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, HASH_LENGTH)
  const home = join(SHARED_HOME, hash)
  makeOpen(SHARED_HOME)
  makeOpen(home)
  return join(home, 'postgres')
}

/** The programs where `user` can run them: copied once if their own folder cannot be entered. */
export function placeForPrograms({ folder, isPackaged }: Binaries, user: User): string {
  if (user === undefined || !isPackaged || isOpenToAll(folder)) return folder
  const { size, mtimeMs } = statSync(join(folder, 'postgres'))
  const copy = join(SHARED_HOME, `programs-${size}-${Math.round(mtimeMs)}`)
  if (!existsSync(copy)) {
    makeOpen(SHARED_HOME)
    const unfinished = `${copy}.${process.pid}`
    cpSync(dirname(folder), unfinished, { recursive: true, verbatimSymlinks: true })
    execFileSync('chmod', ['-R', 'a+rX', unfinished])
    renameSync(unfinished, copy)
  }
  return join(copy, basename(folder))
}

/** A folder that everybody may enter, whatever the umask. */
function makeOpen(folder: string): void {
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o755)
}

export function giveTo(path: string, user: User): void {
  if (user !== undefined) chownSync(path, user.uid, user.gid)
}
