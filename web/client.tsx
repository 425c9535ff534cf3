import { createBrowserHistory } from '@tanstack/react-router'
import { RouterClient } from '@tanstack/react-router/ssr/client'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { getRouter } from './router.tsx'

/** What waits, such as a tap, goes first. */
const nextTask = () => new Promise((resolve) => setTimeout(resolve))

/**
 * Takes the server's page over, in tasks that are each short on a cheap phone: the modules have just run in one. Not Start's
 * own entry, as that one carries server functions and their wire format, 12 KB (gzip) that every shopper would load and no
 * page uses: all data comes over /api.
 */
async function takeOver(): Promise<void> {
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

void takeOver()
