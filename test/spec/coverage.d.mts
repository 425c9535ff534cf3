export const SPEC_TAGS: { name: string; description: string }[]
