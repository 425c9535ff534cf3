export type PostgresServer = {
  url: string
  /** kill -9, as when the machine runs out of memory. */
  kill: () => Promise<void>
  /** After `kill`: starts again with the same data at the same address. */
  restart: () => Promise<void>
  /** Stops it and deletes its data. */
  stop: () => Promise<void>
}

/** Starts an empty server. */
export function startPostgres(): Promise<PostgresServer>
