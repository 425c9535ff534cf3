import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export class DataFolderBusyError extends Error {
  constructor(folder: string) {
    super(
      `The data folder ${folder} is in use by another running shop. Stop that one first, or set DATA_DIR to another folder.`,
    )
    this.name = 'DataFolderBusyError'
  }
}

/**
 * Takes the data folder for this process alone: a second embedded database on the same files would corrupt them.
 * The lock is one that the operating system holds for an exclusively opened SQLite file, so it ends with the process
 * however that ends; a file with a process id in it would outlive a kill -9 or be fooled by a reused id.
 */
export function lockDataFolder(folder: string): { release: () => void } {
  const lock = new DatabaseSync(join(folder, 'lock'))
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive;')
  } catch (error) {
    lock.close()
    if (error instanceof Error && /locked/.test(error.message)) throw new DataFolderBusyError(folder)
    throw error
  }
  return { release: () => lock.close() }
}
