/** For fc.assert: every run generates the same cases, so a test that passes here passes everywhere. */
export const SAME_CASES = { seed: 774 } as const
