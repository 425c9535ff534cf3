// Opens the built app as bench/rig/process.ts opens a floor.
import next from 'next'
import { serveFloor } from '../rig/process.ts'

serveFloor(async ({ cardsFile }) => {
  process.env.CARDS_FILE = cardsFile
  process.env.NEXT_TELEMETRY_DISABLED = '1'
  const app = next({ dev: false, dir: import.meta.dirname })
  await app.prepare()
  return app.getRequestHandler()
})
