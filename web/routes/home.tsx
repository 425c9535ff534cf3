import { createFileRoute } from '@tanstack/react-router'
import { pageTitle } from '#web/chrome/page-title.ts'

export const Route = createFileRoute('/home')({
  head: () => ({ meta: [{ title: pageTitle('Home') }, { name: 'robots', content: 'noindex' }] }),
  component: () => (
    <div className="page py-10">
      <h1 className="display text-d-md">Home</h1>
    </div>
  ),
})
