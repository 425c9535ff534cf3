import { createFileRoute } from '@tanstack/react-router'
import { pageTitle } from '#web/chrome/page-title.ts'

export const Route = createFileRoute('/signup')({
  head: () => ({ meta: [{ title: pageTitle('Create account') }, { name: 'robots', content: 'noindex' }] }),
  component: () => (
    <div className="page py-10">
      <h1 className="display text-d-md">Create account</h1>
    </div>
  ),
})
