import { FILTER_NAME_MAX_CHARS } from '../../limits.ts'
import { plainText } from '../route.ts'

/** Apart from the calls, so that the form that checks it does not load all that is said of orders. */
export const filterName = plainText(FILTER_NAME_MAX_CHARS)
  .min(1, 'Give it a name')
  .meta({ description: 'Yours once: capitals make no other name' })
