/** A worker that, on request, fetches the figures of the others and reports how many responded. */
import { joinFigures } from './figures-of-all.ts'

const others = joinFigures(async () => [])
process.on('message', (message) => {
  if (message === 'ask') void others().then((all) => process.send?.({ kind: 'answered', by: all.length }))
})
process.send?.({ kind: 'ready' })
