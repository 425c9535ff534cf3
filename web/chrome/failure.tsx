import { Button } from '#web/ui/button.tsx'
import { MessageScreen } from '#web/ui/message-screen.tsx'

/** An unexpected error. Trying again reloads the page, which clears whatever was broken in it. */
export function Failure() {
  return (
    <MessageScreen
      role="alert"
      isTall
      title="Something broke"
      text="This page could not be shown. Your cart and wishlist are safe. Please try again in a moment."
    >
      <Button size="lg" onClick={() => location.reload()}>
        Try Again
      </Button>
    </MessageScreen>
  )
}
