import { createFileRoute } from '@tanstack/react-router'
import { pageTitle } from '#web/chrome/page-title.ts'

export const Route = createFileRoute('/orders/$id')({
  head: () => ({ meta: [{ title: pageTitle('Order') }, { name: 'robots', content: 'noindex' }] }),
  component: () => (
    <div className="page py-10">
      <h1 className="display text-d-md">Order</h1>
    </div>
  ),
})
