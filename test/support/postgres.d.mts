/** Answers the address of a running, empty server and how to stop it; its data is deleted then. */
export function startPostgres(): Promise<{ url: string; stop: () => Promise<void> }>
