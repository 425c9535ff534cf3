import { MessageScreen } from '#ui/message-screen.tsx'
import { RetryButton } from '#ui/retry-button.tsx'

/** An unexpected error. Trying again reloads the page, which clears whatever was broken in it. */
export function Failure() {
  return (
    <MessageScreen
      role="alert"
      isTall
      title="Something broke"
      text="This page could not be shown. Your cart and wishlist are safe. Please try again in a moment."
    >
      <RetryButton size="lg" onClick={() => location.reload()} />
    </MessageScreen>
  )
}
