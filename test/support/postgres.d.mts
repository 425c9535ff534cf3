export type PostgresServer = RunningServer & {
  /** Makes a second server that follows this one by streaming replication; it stops with this one. */
  replicate: () => Promise<RunningServer>
}

export type RunningServer = {
  url: string
  /** kill -9, as by a machine that has run out of memory. */
  kill: () => Promise<void>
  /** After `kill`: the same data at the same address. */
  restart: () => Promise<void>
  /** Its data is deleted then. */
  stop: () => Promise<void>
}

/** Starts an empty server. */
export function startPostgres(): Promise<PostgresServer>
