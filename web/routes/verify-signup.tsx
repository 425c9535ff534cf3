import { createFileRoute } from '@tanstack/react-router'
import { pageTitle } from '#web/chrome/page-title.ts'

export const Route = createFileRoute('/verify-signup')({
  head: () => ({ meta: [{ title: pageTitle('Verify your email') }, { name: 'robots', content: 'noindex' }] }),
  component: () => (
    <div className="page py-10">
      <h1 className="display text-d-md">Verify your email</h1>
    </div>
  ),
})
