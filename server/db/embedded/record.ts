import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { Refusal } from '#server/refusal.ts'

/** Written to the data folder: how to reach the server, who runs it, and where its data is if not in this folder. */
const serverRecord = z.object({
  url: z.string(),
  by: z.enum(['shop', 'command']),
  folder: z.string().optional(),
})
export type ServerRecord = z.infer<typeof serverRecord>

const fileOf = (dataDir: string) => join(dataDir, 'database.json')

/** The last server of this data folder, which may have ended. */
export function readRecord(dataDir: string): ServerRecord | undefined {
  try {
    return serverRecord.parse(JSON.parse(readFileSync(fileOf(dataDir), 'utf8')))
  } catch {
    return undefined
  }
}

/** Reading the file grants control of the shop. */
export function writeRecord(dataDir: string, record: ServerRecord): void {
  rmSync(fileOf(dataDir), { force: true })
  writeFileSync(fileOf(dataDir), JSON.stringify(record), { mode: 0o600, flag: 'wx' })
}

/** The folder of the database's files; undefined if there is no database yet. */
export function findData(dataDir: string): string | undefined {
  return [join(dataDir, 'postgres'), readRecord(dataDir)?.folder].find(
    (folder) => folder !== undefined && existsSync(folder),
  )
}

/** Throws a Refusal if there is no database yet. */
export function refuseAbsent(dataDir: string): void {
  if (findData(dataDir) !== undefined) return
  refuseFormerKind(dataDir)
  throw new Refusal(`There is no shop in ${dataDir}. Set DATABASE_URL or DATA_DIR as the shop has them.`)
}

/** Throws a Refusal for a folder in which a former version had a database of another kind. */
export function refuseFormerKind(dataDir: string): void {
  const folder = join(dataDir, 'database')
  if (existsSync(folder))
    throw new Refusal(
      `${folder} holds a shop of a former version, which this one cannot open. Make a backup with that version (npm run shop -- backup FILE), move the folder away, and restore the backup here (npm run shop -- restore FILE).`,
    )
}
