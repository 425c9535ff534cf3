import { Link, useHydrated } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { useToasterAhead } from '#ui/toast/toaster-when-wanted.tsx'
import { SignedOutOnly } from './guard.tsx'
import { storeTypedEmail } from './typed-email.ts'

/**
 * A screen for guests: a black half with a loud headline and one quiet form next to it; on phones, below it. `next` is the
 * page that a member is sent to instead.
 */
export function AuthScreen({
  title,
  lead,
  next,
  children,
}: {
  title: string
  lead: string
  next?: string | undefined
  children: ReactNode
}) {
  useToasterAhead()
  return (
    <SignedOutOnly next={next}>
      <div className="grid lg:min-h-[calc(100svh-7.5rem)] lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
        <header className="on-ink relative flex flex-col justify-end gap-4 overflow-hidden bg-ink px-(--spacing-gutter) pt-8 pb-7 text-paper sm:pt-14 sm:pb-10 lg:gap-6 lg:py-14">
          <span
            aria-hidden="true"
            className="display absolute top-4 right-(--spacing-gutter) text-accent text-d-lg lg:top-10"
          >
            +
          </span>
          <h1 className="display max-w-[9ch] min-w-min pr-12 text-d-lg sm:max-lg:max-w-none lg:pr-0 lg:text-d-half">
            {title}
          </h1>
          <p className="form-lead max-w-md text-on-ink-mute text-sm lg:text-lg">{lead}</p>
        </header>
        <div className="grid content-center px-(--spacing-gutter) py-10 lg:justify-items-center lg:py-16">
          <div className="grid w-full max-w-form gap-8">{children}</div>
        </div>
      </div>
    </SignedOutOnly>
  )
}

/**
 * Stacked fields and their submit button. Disabled until hydrated: submitted natively by the browser, the form would send a
 * password where it does not belong.
 */
export function AuthForm({
  label,
  isBusy,
  busyLabel,
  onSubmit,
  children,
}: {
  /** The button's text. */
  label: string
  busyLabel: string
  isBusy: boolean
  onSubmit: () => void
  children: ReactNode
}) {
  const isReady = useHydrated()
  return (
    <form
      method="post"
      noValidate
      className="grid gap-6"
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <NeedsScript />
      {children}
      <Button type="submit" size="lg" isBusy={isBusy} disabled={!isReady} className="w-full">
        {isBusy ? busyLabel : label}
      </Button>
    </form>
  )
}

export function NeedsScript() {
  return (
    <noscript>
      <p className="notice p-5">Accounts need JavaScript. Please turn it on, or carry on as a guest.</p>
    </noscript>
  )
}

/** For what the lost response to a call may have done already. */
export function TryLogin({ email, children }: { email: string; children: string }) {
  return (
    <Link
      to="/login"
      onClick={() => storeTypedEmail(email)}
      className="link inline-flex min-h-11 items-center justify-self-start text-sm"
    >
      {children}
    </Link>
  )
}

/** Below a form: the way back to the login screen. */
export function OrLogin({ text, label }: { text: string; label: string }) {
  return (
    <p className="border-line border-t pt-6 text-sm">
      {text}{' '}
      <Link to="/login" className="link inline-flex min-h-11 items-center font-bold">
        {label}
      </Link>
    </p>
  )
}
