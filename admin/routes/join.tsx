import { createFileRoute, Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useAct } from '#admin/data/use-act.ts'
import { useEnter } from '#admin/staff/enter.ts'
import { EntryFrame } from '#admin/staff/entry-frame.tsx'
import { Button, buttonClass } from '#ui/button.tsx'

/** Opened by a one-time link, whose secret is in the fragment: it is in no request and no log. */
export const Route = createFileRoute('/join')({
  head: () => ({ meta: [{ title: 'Join' }] }),
  component: Join,
})

function Join() {
  const { api } = useRouter().options.context
  const enter = useEnter()
  const [token] = useState(() => location.hash.slice(1))
  const { act, isBusy } = useAct({
    call: () => api('post', '/admin/join', { body: { token } }),
    onDone: (me) => enter(me, '/account'),
    failed: 'This link does not work',
  })
  return (
    <EntryFrame title="Welcome" lead="This link signs you in once. Then choose how you sign in from now on.">
      {token === '' ? (
        <>
          <p>The link is not complete. Open it again from your mail, or ask for a new one.</p>
          <Link to="/login" className={buttonClass({ variant: 'secondary', size: 'lg' })}>
            Sign in
          </Link>
        </>
      ) : (
        // Pressed, not opened by itself: mail programs open links ahead, which would use it up.
        <Button size="lg" isBusy={isBusy} onClick={() => act(undefined)}>
          Go on
        </Button>
      )}
    </EntryFrame>
  )
}
