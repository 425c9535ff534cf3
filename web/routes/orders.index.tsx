import { createFileRoute } from '@tanstack/react-router'
import { pageTitle } from '#web/chrome/page-title.ts'

export const Route = createFileRoute('/orders/')({
  head: () => ({ meta: [{ title: pageTitle('My Orders') }, { name: 'robots', content: 'noindex' }] }),
  component: () => (
    <div className="page py-10">
      <h1 className="display text-d-md">My Orders</h1>
    </div>
  ),
})
