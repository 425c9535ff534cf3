import { HYDRATED } from '#web/state/hydrated.ts'

/**
 * Buttons that are pressed before the page is hydrated look pressed (web/styles.css: data-early) and take effect afterwards,
 * each once and in their order. On a slow network that is seconds in which a complete page would lose what a shopper does.
 * Links, inputs and the sending of forms work without a script.
 */
export function recordEarlyPresses(): void {
  /** With what each said about being pressed then. */
  const pressed = new Map<HTMLButtonElement, string | null>()
  const onClick = ({ target, isTrusted }: MouseEvent) => {
    if (!isTrusted || !(target instanceof Element)) return
    const button = target.closest<HTMLButtonElement>('button[type="button"]:not(:disabled)')
    if (button === null || pressed.has(button)) return
    pressed.set(button, stateOf(button))
    button.dataset.early = ''
  }
  const pressNext = () => {
    const [next] = pressed
    if (next === undefined) return
    const [button, before] = next
    pressed.delete(button)
    // Nothing listens to this event, but it makes React hydrate that part of the page first. A button that turns out to be
    // pressed already, such as the heart of a product that is on the wishlist, then says so, and stays so.
    button.dispatchEvent(new Event('auxclick', { bubbles: true }))
    setTimeout(() => {
      delete button.dataset.early
      if (button.isConnected && !button.disabled && stateOf(button) === before) button.click()
      setTimeout(pressNext)
    })
  }
  addEventListener('click', onClick, true)
  addEventListener(
    HYDRATED,
    () => {
      removeEventListener('click', onClick, true)
      setTimeout(pressNext)
    },
    { once: true },
  )
}

const stateOf = (button: HTMLButtonElement) => button.getAttribute('aria-pressed')
