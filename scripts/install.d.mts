/** The system that installed packages are for. */
export const SYSTEM: string
