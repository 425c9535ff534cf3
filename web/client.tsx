import '#ui/form/schema-without-eval.ts'
import { createBrowserHistory } from '@tanstack/react-router'
import { RouterClient } from '@tanstack/react-router/ssr/client'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { followLostScripts } from '#ui/lazy-component.ts'
import { getRouter } from './router.tsx'

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

/**
 * A double click, and Enter held down, act only on what was pressed first. Their further presses may meet something else under
 * the pointer or with the focus: they would close what was just opened, remove the next line too, or press a button of the page
 * that a link has opened.
 */
function ignoreRepeatedPresses(): void {
  let pressed: unknown
  const onPress = (event: UIEvent & Partial<KeyboardEvent>) => {
    const control = (event.target as Element).closest('a, button, label')
    if (!(event.detail > 1 || (event.repeat && event.key === 'Enter'))) pressed = control
    else if (control !== pressed) {
      event.preventDefault()
      event.stopPropagation()
    }
  }
  // Before any other listener.
  addEventListener('click', onPress, true)
  addEventListener('keydown', onPress, true)
}
