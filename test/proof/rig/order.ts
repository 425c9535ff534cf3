/**
 * A proof's messages to its child processes. `die-at` is for a process with an embedded database, where there is no wire to
 * watch.
 */
export type Order =
  | { do: 'open'; aheadMs: number }
  | { do: 'advance'; ms: number }
  | { do: 'die-at'; point: string; markers: readonly string[] }

/** A child process's messages to the proof. */
export type ProcessReport = { kind: 'done' } | { kind: 'listening'; port: number }
