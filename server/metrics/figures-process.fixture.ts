/** One of several processes: told to, it asks for the figures of the others and tells how many answered. */
import { joinFigures } from './figures-of-all.ts'

const others = joinFigures(async () => [])
process.on('message', (message) => {
  if (message === 'ask') void others().then((all) => process.send?.({ kind: 'answered', by: all.length }))
})
process.send?.({ kind: 'ready' })
