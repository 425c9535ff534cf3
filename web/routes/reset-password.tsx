import { createFileRoute } from '@tanstack/react-router'
import { pageTitle } from '#web/chrome/page-title.ts'

export const Route = createFileRoute('/reset-password')({
  head: () => ({ meta: [{ title: pageTitle('Reset password') }, { name: 'robots', content: 'noindex' }] }),
  component: () => (
    <div className="page py-10">
      <h1 className="display text-d-md">Reset password</h1>
    </div>
  ),
})
