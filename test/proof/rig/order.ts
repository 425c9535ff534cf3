/** A proof's message to its child processes: moves their clocks. */
export type Order = { advanceMs: number }

/** A child process's messages to the proof. */
export type ProcessReport = { kind: 'done' } | { kind: 'listening'; port: number }
