import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export class DataFolderBusyError extends Error {
  override name = 'DataFolderBusyError'
  constructor(folder: string) {
    super(
      `The data folder ${folder} is in use by another running shop. Stop that one first, or set DATA_DIR to another folder.`,
    )
  }
}

/** The file that is locked. */
export const lockFile = (folder: string) => join(folder, 'lock')

/**
 * Locks the data folder for this process: a second embedded database on the same files would corrupt them. The lock is
 * the operating system's on an exclusively opened SQLite file, so it ends with the process, however that ends; a PID
 * file would outlive a kill -9 or be fooled by a reused PID.
 */
export function lockDataFolder(folder: string): { release: () => void } {
  const lock = new DatabaseSync(lockFile(folder))
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive;')
  } catch (error) {
    lock.close()
    if (error instanceof Error && /locked/.test(error.message)) throw new DataFolderBusyError(folder)
    throw error
  }
  return { release: () => lock.close() }
}
