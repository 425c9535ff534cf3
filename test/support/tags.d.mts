/** A tag that `npm test` leaves out. */
export const WHOLE: string

export const TAGS: { name: string; description: string }[]
