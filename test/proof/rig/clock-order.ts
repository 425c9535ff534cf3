/** What a proof tells a process that it runs. */
export type ClockOrder = { do: 'open'; aheadMs: number } | { do: 'advance'; ms: number }

/** What such a process answers. */
export type ProcessReport = { kind: 'ready' } | { kind: 'advanced' } | { kind: 'listening'; port: number }
