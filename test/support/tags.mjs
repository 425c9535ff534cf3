import { SPEC_TAGS } from '../spec/coverage.mjs'

/**
 * Of a test that `npm test` leaves out and `npm run prove` runs: a long journey or proof whose rules the API's tests prove too, or
 * one of what seldom happens, such as a slow line, a lost response or a second tab.
 */
export const WHOLE = 'whole'

/** For `test.tags` of a Vitest configuration: any other tag is an error. */
export const TAGS = [...SPEC_TAGS, { name: WHOLE, description: 'Only with npm run prove' }]
