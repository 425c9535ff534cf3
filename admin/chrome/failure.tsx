import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { Button, buttonClass } from '#ui/button.tsx'
import { MessageScreen } from '#ui/message-screen.tsx'

export function AdminFailed({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  return (
    <main>
      <MessageScreen
        title="This did not load"
        text={error instanceof Error ? error.message : 'Please try again.'}
        role="alert"
        isTall
      >
        <Button
          onClick={() => {
            reset()
            void router.invalidate()
          }}
        >
          Try Again
        </Button>
      </MessageScreen>
    </main>
  )
}

export function AdminNotFound() {
  return (
    <main>
      <MessageScreen title="Not here" text="There is no such page in the admin." isTall>
        <Link to="/" className={buttonClass()}>
          Today
        </Link>
      </MessageScreen>
    </main>
  )
}

/** In place of a screen that the role may not see. */
export function NotAllowed() {
  return (
    <MessageScreen
      title="Not for your role"
      text="Your role does not allow this. An owner can change it."
      isTall
    >
      <Link to="/" className={buttonClass()}>
        Today
      </Link>
    </MessageScreen>
  )
}
