/** What a proof tells a process that it runs. `die-at` is for a process whose database is embedded, where no wire can be watched. */
export type Order =
  | { do: 'open'; aheadMs: number }
  | { do: 'advance'; ms: number }
  | { do: 'die-at'; point: string; markers: readonly string[] }

/** What such a process answers. */
export type ProcessReport = { kind: 'done' } | { kind: 'listening'; port: number }
