/** A proof's messages to its child processes. */
export type Order = { do: 'open'; aheadMs: number } | { do: 'advance'; ms: number }

/** A child process's messages to the proof. */
export type ProcessReport = { kind: 'done' } | { kind: 'listening'; port: number }
