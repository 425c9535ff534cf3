import { createBrowserHistory } from '@tanstack/react-router'
import { RouterClient } from '@tanstack/react-router/ssr/client'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { ignoreRepeatedPresses } from './first-press.ts'
import { getRouter } from './router.tsx'
import { followLostScripts } from './state/lazy-component.ts'

/** Lets waiting tasks, such as a tap, go first. */
const nextTask = () => new Promise((resolve) => setTimeout(resolve))

/**
 * Hydrates the server's page in tasks that are each short on a cheap phone: the modules have just run in one. Does not use
 * Start's own entry, which carries server functions and their wire format: 12 KB (gzip) that every shopper would load and
 * no page uses, as all data comes over /api.
 */
async function hydrate(): Promise<void> {
  ignoreRepeatedPresses()
  followLostScripts()
  await nextTask()
  const history = createBrowserHistory()
  await nextTask()
  const router = getRouter(history)
  await nextTask()
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RouterClient router={router} />
      </StrictMode>,
    )
  })
}

void hydrate()
