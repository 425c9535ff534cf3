import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { buttonClass, RetryButton } from '#ui/button.tsx'
import { MessageScreen } from '#ui/message-screen.tsx'

export function AdminFailed({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  return (
    <main tabIndex={-1} className="outline-none">
      <MessageScreen
        title="This did not load"
        text={error instanceof Error ? error.message : 'Please try again.'}
        role="alert"
        isTall
      >
        <RetryButton
          onClick={() => {
            reset()
            void router.invalidate()
          }}
        />
      </MessageScreen>
    </main>
  )
}

export function AdminNotFound() {
  return (
    <main tabIndex={-1} className="outline-none">
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
